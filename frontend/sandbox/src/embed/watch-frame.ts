import type { HostMessage } from '@studio/contract/preview';
import { type FrameMessage, findPart, hasLeft, hasLoaded, otherPage } from './embed-names';

/** In ms: then the frame tries this page's own host, since names under `localhost` do not resolve everywhere. */
const hostDeadlineMs = 3_000;
const loadDeadlineMs = 15_000;
/** A frame that leaves so many pings without an answer hangs; longer than loops may run, which end by themselves. */
const pingsToHang = 7;
/** In ms: a frame that has loaded again and does not answer by then shows another page. */
const responseDeadlineMs = 2_000;
/** How long (ms) the note about it is shown. */
const noticeTimeMs = 5_000;
/** A page that has to be brought back more than `limit` times within `window` ms would do so endlessly; as in the editor. */
interface Returns {
  limit: number;
  window: number;
  /** When it was, the last few times. */
  times: number[];
}
const pingIntervalMs = 1_000;

/**
 * Watches the frame of an embed: tries another host if its own does not answer, brings the project back when it has
 * navigated away, offers to stop it when it hangs, and then to run it again.
 */
export function watchFrame(): void {
  const frame = findPart('iframe') as HTMLIFrameElement;
  const [state, stop, note] = [findPart('.state'), findPart('.stop'), findPart('.note')];
  /** Null before the first start. */
  let startedAt: number | null = null;
  /** Pings since the last answer: after a sleep of the computer, time says nothing. */
  let unanswered = 0;
  const reloads: Returns = { limit: 5, window: 2_000, times: [] };
  const escapes: Returns = { limit: 3, window: 10_000, times: [] };
  let hasTriedHost = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let noticeEnd: ReturnType<typeof setTimeout> | undefined;

  const isLoaded = () => frame.hasAttribute(hasLoaded);
  /** The project's code has been running without a pause since its page was loaded. */
  const isBusy = () => !isLoaded() && frame.contentDocument === null;
  let wasLoaded = isLoaded();

  addEventListener('message', ({ data, source }: MessageEvent<FrameMessage | null>) => {
    if (source !== frame.contentWindow) return;
    unanswered = 0;
    clearTimeout(leaving);
    if (data?.type === 'studio:ready') onReady(String(data.address));
  });
  frame.addEventListener('load', () => {
    clearTimeout(leaving);
    if (wasLoaded) leaving = setTimeout(onLeft, responseDeadlineMs);
    wasLoaded = true;
  });
  stop.onclick = () => (frame.isConnected ? end() : runAgain());
  setInterval(look, pingIntervalMs);
  look();

  function look(): void {
    if (!frame.isConnected || !frame.hasAttribute('src')) return;
    startedAt ??= Date.now();
    onReady(frame.getAttribute(hasLeft));
    if (!state.hidden) helpToLoad(Date.now() - startedAt);
    offerStop(unanswered >= pingsToHang);
    unanswered += 1;
    const ping: HostMessage = { type: 'studio:ping', at: 0 };
    frame.contentWindow?.postMessage(ping, '*');
  }

  function helpToLoad(waited: number): void {
    if (isBusy()) return;
    if (waited >= loadDeadlineMs) state.textContent = 'Project not found';
    const address = new URL(frame.src);
    if (waited < hostDeadlineMs || hasTriedHost || !address.hostname.endsWith('.localhost')) return;
    hasTriedHost = true;
    address.hostname = location.hostname;
    forgetLoad();
    frame.src = address.href;
  }

  /** Shows or hides Stop, and moves the focus: a frame that hangs and a hidden button receive no keys. */
  function offerStop(isOffered: boolean): void {
    if (stop.hidden !== isOffered) return;
    if (isOffered && isBusy()) state.textContent = 'The project does not respond';
    const [from, to] = isOffered ? [frame, stop] : [stop, frame];
    const hadFocus = document.activeElement === from;
    stop.hidden = !isOffered;
    if (hadFocus) to.focus();
  }

  /** The frame has become an empty runner at this address; null: it has not. */
  function onReady(address: string | null): void {
    if (address === null) return;
    if (address === otherPage) showNote();
    bringBack(reloads, address === otherPage ? '' : address);
  }

  function onLeft(): void {
    showNote();
    bringBack(escapes);
  }

  function showNote(): void {
    note.textContent = 'Navigation to another page was prevented';
    clearTimeout(noticeEnd);
    noticeEnd = setTimeout(() => note.replaceChildren(), noticeTimeMs);
  }

  /** `address`: its page's query and fragment, which go into the fragment: the server must not read or cache by them. */
  function bringBack(returns: Returns, address = ''): void {
    frame.removeAttribute(hasLeft);
    if (isEndless(returns)) return end();
    forgetLoad();
    // Not by `src`, which would add an entry to the history that Back could never leave.
    frame.contentWindow?.location.replace(address === '' ? frame.src : `${frame.src}#${address}`);
  }

  function forgetLoad(): void {
    clearTimeout(leaving);
    wasLoaded = false;
    frame.removeAttribute(hasLoaded);
  }

  function end(): void {
    frame.remove();
    forgetLoad();
    state.hidden = false;
    state.textContent = 'Stopped';
    stop.hidden = false;
    stop.textContent = 'Run';
  }

  function runAgain(): void {
    startedAt = Date.now();
    unanswered = 0;
    reloads.times = escapes.times = [];
    hasTriedHost = false;
    state.textContent = 'Loading project...';
    stop.textContent = 'Stop';
    state.before(frame);
  }
}

function isEndless(returns: Returns): boolean {
  const { limit, window } = returns;
  const now = Date.now();
  returns.times = [...returns.times.slice(-limit), now];
  return returns.times.length > limit && now - (returns.times[0] ?? 0) < window;
}
