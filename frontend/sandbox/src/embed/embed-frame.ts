import type { HostMessage } from '@studio/contract/preview';
import { liveScript, tabChosen } from './embed-names';

/**
 * The script of an embed page: shows the project once it has painted, brings it back when it has navigated to an empty
 * runner, and offers to end it when it hangs.
 */

/** Names under `localhost` do not resolve everywhere; the host that this page was opened by has the project too. */
const hostDeadline = 3_000;
const loadDeadline = 15_000;
/** Longer than loops may run, which end by themselves. */
const hangDeadline = 7_000;
/** A page that leaves more often than this does so without end. */
const returnLimit = 9;

const find = (selector: string) => document.querySelector(selector) as HTMLElement;
const frame = find('iframe') as HTMLIFrameElement;
const state = find('.state');
const stop = find('.stop');
const run: HTMLElement | null = find('.run');
let started = false;

function start(): void {
  let silentSince = Date.now();
  let returnsLeft = returnLimit;
  const { src } = frame.dataset;
  if (src) frame.src = src;
  state.textContent = 'Loading project...';

  // A page that is framed without an origin of its own hands that on to its frames.
  const frameOrigin = () => (origin === 'null' ? origin : new URL(frame.src).origin);
  addEventListener('message', ({ data, origin, source }: MessageEvent<{ type?: unknown } | null>) => {
    if (source !== frame.contentWindow || origin !== frameOrigin()) return;
    silentSince = Date.now();
    // A frame that came with the page may have painted before this script; then it answers all the same.
    if (data?.type === 'studio:painted' || data?.type === 'studio:pong') {
      state.hidden = true;
      void import(/* @vite-ignore */ liveScript);
    } else if (data?.type === 'studio:ready' && returnsLeft > 0) {
      returnsLeft -= 1;
      frame.src += '';
    }
  });

  setInterval(() => {
    stop.hidden = Date.now() - silentSince < hangDeadline;
    const ping: HostMessage = { type: 'studio:ping', at: 0 };
    frame.contentWindow?.postMessage(ping, '*');
  }, 1_000);
  stop.onclick = () => {
    frame.remove();
    stop.remove();
    state.hidden = false;
    state.textContent = 'Stopped';
  };

  setTimeout(() => {
    const address = new URL(frame.src);
    if (state.hidden || !address.hostname.endsWith('.localhost')) return;
    address.hostname = location.hostname;
    frame.src = address.href;
  }, hostDeadline);
  setTimeout(() => {
    if (!state.hidden && frame.isConnected) state.textContent = 'Project not found';
  }, loadDeadline);
}

/** Not before somebody has pressed Run, where they are to, nor while another tab is chosen. */
function startWhenSeen(): void {
  if (started || run?.isConnected || frame.closest('[hidden]')) return;
  started = true;
  start();
}

if (run)
  run.onclick = () => {
    run.remove();
    startWhenSeen();
  };
startWhenSeen();
addEventListener(tabChosen, startWhenSeen);
