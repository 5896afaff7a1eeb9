import type { PictureMessage, RunnerMessage } from '@studio/contract/preview';

/** The app's origins, which the server puts into an attribute of the runtime's own script. */
function readHosts(): string[] {
  const script = document.currentScript;
  const hosts = (script?.getAttribute('data-hosts') ?? '').split(' ').filter(Boolean);
  // The page is the user's: the studio leaves nothing in its DOM.
  script?.remove();
  const above = location.ancestorOrigins?.[0];
  return above === undefined ? hosts : hosts.filter((host) => host === above);
}

const hosts = readHosts();
// Kept before user code runs, which may overwrite any of them; for the same reason no array methods are used below.
const host = window.parent;
const send = host.postMessage.bind(host);

/** True for a message that the app's own page sent to this frame. */
export function isFromHost(event: MessageEvent): boolean {
  if (event.source !== host) return false;
  for (let index = 0; index < hosts.length; index += 1) if (event.origin === hosts[index]) return true;
  return false;
}

/** Sends a message to the app's origins only. `makeTransfer` creates an object to transfer for each origin. */
export function postToHost(message: RunnerMessage | PictureMessage, makeTransfer?: () => Transferable): void {
  for (let index = 0; index < hosts.length; index += 1)
    send(message, hosts[index] ?? '', makeTransfer && [makeTransfer()]);
}
