import type { OpenLiveBlock, WaitingLiveBlock } from '@studio/contract/live-block';
import { sandboxOrigin } from '@studio/contract/sandbox-frame';
import { readStudioConfig } from '@/config/studio-config.ts';
import { type EarlyFrame, startEarlyFrame } from '@/features/preview/model/frames/early-frame.ts';

/** Parts that were started before the scripts of the page have loaded. */
export interface LiveBlockStart {
  /** The key of the origin that only this block uses. */
  projectKey: string;
  frame: EarlyFrame;
  /** Connected to the page around this one. */
  port: MessagePort;
  opened: Promise<OpenLiveBlock>;
}

declare global {
  interface Window {
    liveBlockStart?: LiveBlockStart;
  }
}

/*
 * Inlined in the page (`index-html-plugins.ts`): requests the code from the page around it, and loads the runner, which
 * needs its own process, while the scripts of the page are loading.
 */
if (parent !== window) {
  const projectKey = randomKey();
  const origin = sandboxOrigin(readStudioConfig(document).sandboxUrl, projectKey);
  const { port1, port2 } = new MessageChannel();
  window.liveBlockStart = {
    projectKey,
    frame: startEarlyFrame(document.querySelector('.result'), origin),
    port: port1,
    opened: new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<OpenLiveBlock>) => resolve(data);
    }),
  };
  const waiting: WaitingLiveBlock = { type: 'codestudio:waiting' };
  // Any site may be around this page, and the message contains nothing.
  parent.postMessage(waiting, '*', [port2]);
}

/** Lower case letters and digits, as allowed in host names. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => (byte % 36).toString(36)).join('');
}
