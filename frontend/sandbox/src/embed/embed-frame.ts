import type { HostMessage } from '@studio/contract/preview';
import { liveScript, tabChosen } from './embed-names';

/**
 * The script of an embed page: shows the project once it has painted, brings it back when it has navigated away, and offers
 * to end it when it hangs, and then to run it again.
 */

/** Names under `localhost` do not resolve everywhere; the host that this page was opened by has the project too. */
const hostDeadline = 3_000;
const loadDeadline = 15_000;
/** Longer than loops may run, which end by themselves. */
const hangDeadline = 7_000;
/** A frame that has loaded again and says nothing for so long (ms) is somewhere else. */
const answerDeadline = 2_000;
/** How long (ms) a reader is told of it. */
const noticeTime = 5_000;
/** A page that leaves more often than this does so without end. */
const returnLimit = 9;

const find = (selector: string) => document.querySelector(selector) as HTMLElement;
const frame = find('iframe') as HTMLIFrameElement;
const state = find('.state');
const stop = find('.stop');
const note = find('.note');
const run: HTMLElement | null = find('.run');
let started = false;

function start(): void {
  let silentSince = Date.now();
  let returnsLeft = returnLimit;
  let hasLoaded = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let deadlines: ReturnType<typeof setTimeout>[] = [];
  const { src } = frame.dataset;
  if (src) frame.src = src;
  begin();

  // A page that is framed without an origin of its own hands that on to its frames.
  const frameOrigin = () => (origin === 'null' ? origin : new URL(frame.src).origin);
  addEventListener('message', ({ data, origin, source }: MessageEvent<{ type?: unknown } | null>) => {
    if (source !== frame.contentWindow || origin !== frameOrigin()) return;
    silentSince = Date.now();
    clearTimeout(leaving);
    // A frame that came with the page may have painted before this script; then it answers all the same.
    if (data?.type === 'studio:painted' || data?.type === 'studio:pong') {
      state.hidden = true;
      void import(/* @vite-ignore */ liveScript);
    } else if (data?.type === 'studio:ready') bringBack();
  });

  function bringBack(): void {
    if (returnsLeft === 0) return end();
    returnsLeft -= 1;
    load(frame.src);
  }

  function load(address: string): void {
    hasLoaded = false;
    frame.src = address;
  }

  function onLeft(): void {
    note.textContent = 'Navigation to another page was prevented';
    setTimeout(() => note.replaceChildren(), noticeTime);
    bringBack();
  }

  function ping(): void {
    const message: HostMessage = { type: 'studio:ping', at: 0 };
    frame.contentWindow?.postMessage(message, '*');
  }

  /** Code of the project has run without a pause since its page came. */
  const isBusy = () => !hasLoaded && frame.contentDocument === null;

  frame.onload = () => {
    clearTimeout(leaving);
    if (hasLoaded) leaving = setTimeout(onLeft, answerDeadline);
    hasLoaded = true;
    ping();
  };
  setInterval(() => {
    if (!frame.isConnected) return;
    offerStop(Date.now() - silentSince >= hangDeadline);
    ping();
  }, 1_000);

  /** Keys go nowhere in a frame that does not respond, nor on a button that is hidden. */
  function offerStop(isOffered: boolean): void {
    if (stop.hidden !== isOffered) return;
    if (isOffered && isBusy()) state.textContent = 'The project does not respond';
    const [from, to] = isOffered ? [frame, stop] : [stop, frame];
    const hadFocus = document.activeElement === from;
    stop.hidden = !isOffered;
    if (hadFocus) to.focus();
  }

  function begin(): void {
    silentSince = Date.now();
    returnsLeft = returnLimit;
    state.textContent = 'Loading project...';
    deadlines = [setTimeout(tryHost, hostDeadline), setTimeout(giveUp, loadDeadline)];
  }

  function tryHost(): void {
    const address = new URL(frame.src);
    if (state.hidden || isBusy() || !address.hostname.endsWith('.localhost')) return;
    address.hostname = location.hostname;
    load(address.href);
  }

  function giveUp(): void {
    if (!state.hidden && !isBusy()) state.textContent = 'Project not found';
  }

  function end(): void {
    for (const timer of [leaving, ...deadlines]) clearTimeout(timer);
    frame.remove();
    state.hidden = false;
    state.textContent = 'Stopped';
    stop.hidden = false;
    stop.textContent = 'Run';
  }

  function runAgain(): void {
    hasLoaded = false;
    stop.textContent = 'Stop';
    state.before(frame);
    begin();
  }

  stop.onclick = () => (frame.isConnected ? end() : runAgain());
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
