import type { PortMessage } from '@studio/contract/preview';
import { postToHost } from './host';
import type { LoopHook } from './loop-limit';
import { method } from './natives';

// Kept before user code runs, which may overwrite it.
const post = method(MessagePort.prototype, 'postMessage');
/** One for each origin that the app may have; those of the others lead nowhere. */
const ports: MessagePort[] = [];

/** Tells the app that this page is ready for a document, and sends it the port for `postToPort`. */
export function postReady(): void {
  postToHost({ type: 'studio:ready' }, () => {
    const { port1, port2 } = new MessageChannel();
    ports[ports.length] = port1;
    return port2;
  });
}

/** Sends to the app by the port: it arrives also from code that does not pause. */
export function postToPort(message: PortMessage): void {
  for (let index = 0; index < ports.length; index += 1) post(ports[index], message);
}

const { defineProperty } = Object;

/** Tells the app that loops run for `ms` from here on: until then they are no hang. */
export function postLoopTime(ms: number): void {
  postToPort({ type: 'studio:loop-time', ms });
}

/** Tells the app when the page lets its loops run for another time than usual: until then it is no hang. */
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
