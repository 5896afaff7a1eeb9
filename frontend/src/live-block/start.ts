import type { OpenLiveBlock, WaitingLiveBlock } from '@studio/contract/live-block';
import { sandboxOrigin } from '@studio/contract/sandbox-frame';
import { readStudioConfig } from '@/config/studio-config.ts';
import { type EarlyFrame, startEarlyFrame } from '@/features/preview/model/frames/early-frame.ts';

/** What has begun before the scripts of the page have come. */
export interface LiveBlockStart {
  /** Of the origin that this block alone runs on. */
  projectKey: string;
  frame: EarlyFrame;
  /** Leads to the page around this one. */
  port: MessagePort;
  opened: Promise<OpenLiveBlock>;
}

declare global {
  interface Window {
    liveBlockStart?: LiveBlockStart;
  }
}

/*
 * Written into the page itself (`index-html-plugins.ts`): asks the page around it for the code and has the runner load, which needs a
 * process of its own, while the scripts of the page are on their way.
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
  // Any site may be around this page, and the message says nothing.
  parent.postMessage(waiting, '*', [port2]);
}

/** Lower case letters and digits, as host names take them. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => (byte % 36).toString(36)).join('');
}
