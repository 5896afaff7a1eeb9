import type { PortMessage } from '@studio/contract/preview';
import { postToHost } from './host';
import type { LoopHook } from './loop-limit';
import { method } from './natives';

// Kept before user code runs, which may overwrite it.
const post = method(MessagePort.prototype, 'postMessage');
/** One for each possible origin of the app; only the port for its actual origin is received. */
const ports: MessagePort[] = [];

/** Notifies the app that this page is ready for a document, and sends it the port for `postToPort`. */
export function postReady(): void {
  const address = isOtherPage() ? null : location.search + location.hash;
  postToHost({ type: 'studio:ready', address }, () => {
    const { port1, port2 } = new MessageChannel();
    ports[ports.length] = port1;
    return port2;
  });
}

/** Sends a message through the port; it arrives even while code runs without a pause. */
export function postToPort(message: PortMessage): void {
  for (let index = 0; index < ports.length; index += 1) post(ports[index], message);
}

/** The project's page is at `/`, or where its router has put it. Without a referrer it was at `/`, as far as is known. */
function isOtherPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const { referrer } = document;
  const before = referrer === '' ? '/' : new URL(referrer).pathname;
  const now = pageAt(location.pathname);
  return navigation?.type === 'navigate' && now !== '/' && now !== pageAt(before);
}

function pageAt(path: string): string {
  return path.replace(/\/index\.html$/, '/');
}

const { defineProperty } = Object;

/** Sends the app the time that loops may run from now on; until then the page does not count as hanging. */
export function postLoopTime(ms: number): void {
  postToPort({ type: 'studio:loop-time', ms });
}

/** Notifies the app whenever the page changes the time limit of its loops (`postLoopTime`). */
export function reportLoopTime(hook: LoopHook): void {
  let { limit } = hook;
  defineProperty(hook, 'limit', {
    get: () => limit,
    set(ms: number) {
      if (ms === limit) return;
      limit = ms;
      postLoopTime(ms);
    },
  });
}
