import type { HostMessage } from '@studio/contract/preview';
import { findPart, hasLeft, hasLoaded, liveScript, tabChosen } from './embed-names';

/**
 * The first script of an embed page: shows the project once it has painted. What comes later is in the script that is fetched
 * then, or after a second (`watch-frame.ts`). Short: the budget of an embed's scripts is 2 kB.
 */

/** After so long (ms) the project may need help to be seen. */
const longestStart = 1_000;

const frame = findPart('iframe') as HTMLIFrameElement;
const state = findPart('.state');
const run: HTMLElement | null = findPart('.run');
let started = false;

function start(): void {
  const { src } = frame.dataset;
  if (src) frame.src = src;
  state.textContent = 'Loading project...';

  // A page that is framed without an origin of its own hands that on to its frames.
  const frameOrigin = () => (origin === 'null' ? origin : new URL(frame.src).origin);
  addEventListener('message', ({ data, origin, source }: MessageEvent<{ type?: unknown } | null>) => {
    if (source !== frame.contentWindow || origin !== frameOrigin()) return;
    // A frame that came with the page may have painted before this script; then it answers all the same.
    if (data?.type === 'studio:painted' || data?.type === 'studio:pong') {
      state.hidden = true;
      loadRest();
    } else if (data?.type === 'studio:ready') frame.toggleAttribute(hasLeft, true);
  });
  frame.addEventListener('load', () => {
    frame.toggleAttribute(hasLoaded, true);
    const ping: HostMessage = { type: 'studio:ping', at: 0 };
    frame.contentWindow?.postMessage(ping, '*');
  });
  setTimeout(loadRest, longestStart);
}

function loadRest(): void {
  import(/* @vite-ignore */ liveScript).catch(() => {
    state.textContent = 'Project not found';
  });
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
