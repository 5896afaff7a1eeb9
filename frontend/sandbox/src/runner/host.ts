import type { PictureMessage, PortMessage, RunnerMessage } from '@studio/contract/preview';
import type { LoopHook } from './loop-limit';
import { method } from './natives';

/** The app's origins, which the server puts into an attribute of the runtime's own script. */
function readHosts(): string[] {
  const script = document.currentScript;
  const hosts = (script?.getAttribute('data-hosts') ?? '').split(' ').filter(Boolean);
  // The page is the user's: nothing of ours stays in its DOM.
  script?.remove();
  const above = location.ancestorOrigins?.[0];
  return above === undefined ? hosts : hosts.filter((host) => host === above);
}

const hosts = readHosts();
// Kept before user code runs, which may overwrite any of them; for the same reason no method of arrays is used below.
const host = window.parent;
const send = host.postMessage.bind(host);

/** True for a message that the app's own page sent to this frame. */
export function isFromHost(event: MessageEvent): boolean {
  if (event.source !== host) return false;
  for (let index = 0; index < hosts.length; index += 1) if (event.origin === hosts[index]) return true;
  return false;
}

/** Sends to the app and to nobody else: every call names the origin. `makeTransfer` makes what is transferred along with it, one for each origin. */
export function postToHost(message: RunnerMessage | PictureMessage, makeTransfer?: () => Transferable): void {
  for (let index = 0; index < hosts.length; index += 1)
    send(message, hosts[index] ?? '', makeTransfer && [makeTransfer()]);
}

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

/** Tells the app when the page lets its loops run for another time than usual: until then it is no hang. */
export function reportLoopTime(hook: LoopHook): void {
  let { limit } = hook;
  defineProperty(hook, 'limit', {
    get: () => limit,
    set(ms: number) {
      if (ms === limit) return;
      limit = ms;
      postToPort({ type: 'studio:loop-time', ms });
    },
  });
}
