import type { HostMessage } from '@studio/contract/preview';
import {
  type FrameMessage,
  findPart,
  hasLeft,
  hasLoaded,
  liveScript,
  retryAfterMs,
  tabChosen,
} from './embed-names';

/**
 * The first script of an embed page: shows the project once it has painted. A second script is fetched then, or after a
 * second (`embed-live.ts`). Short: the budget of an embed's scripts is 2 kB.
 */

/** In ms: after this time the second script is loaded, as the project may need help to load. */
const maxStartMs = 1_000;

const frame = findPart('iframe') as HTMLIFrameElement;
const state = findPart('.state');
const run: HTMLElement | null = findPart('.run');
/** For the second script; set once the project is started. */
let timer: ReturnType<typeof setTimeout> | undefined;

function start(): void {
  frame.src ||= frame.dataset['src'] ?? '';
  state.textContent = 'Loading project...';

  // If the embed is framed without an origin, its own frame has none either.
  const frameOrigin = () => (origin === 'null' ? origin : new URL(frame.src).origin);
  addEventListener('message', ({ data, origin, source }: MessageEvent<FrameMessage | null>) => {
    if (source !== frame.contentWindow || origin !== frameOrigin()) return;
    // A frame in the page's HTML may have painted before this script ran. It still answers the ping.
    if (data?.type === 'studio:painted' || data?.type === 'studio:pong') {
      state.hidden = true;
      loadRest();
    } else if (data?.type === 'studio:ready') frame.setAttribute(hasLeft, String(data.address));
  });
  frame.onload = () => {
    frame.setAttribute(hasLoaded, '');
    const ping: HostMessage = { type: 'studio:ping', at: 0 };
    frame.contentWindow?.postMessage(ping, '*');
  };
  timer = setTimeout(loadRest, maxStartMs);
}

function loadRest(): void {
  import(/* @vite-ignore */ liveScript).catch(() => {
    state.textContent = 'Project not found';
    clearTimeout(timer);
    timer = setTimeout(loadRest, retryAfterMs);
  });
}

/** Starts the project unless it waits for Run to be pressed, or another tab is selected. */
function startWhenSeen(): void {
  if (timer || run?.isConnected || frame.closest('[hidden]')) return;
  start();
}

if (run)
  run.onclick = () => {
    run.parentElement?.remove();
    startWhenSeen();
    frame.focus();
  };
startWhenSeen();
addEventListener(tabChosen, startWhenSeen);
