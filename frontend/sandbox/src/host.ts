import type { ShellMessage } from '@studio/contract/preview';

/** The app's origins, told by the server in an attribute of the runtime's own script. */
function readHosts(): string[] {
  const script = document.currentScript;
  const hosts = (script?.getAttribute('data-hosts') ?? '').split(' ').filter(Boolean);
  // The page is the user's: nothing of ours stays in its DOM.
  script?.remove();
  const above = location.ancestorOrigins?.[0];
  return above === undefined ? hosts : hosts.filter((host) => host === above);
}

const hosts = readHosts();
// Kept before user code runs, which may overwrite any of them.
const host = window.parent;
const send = host.postMessage.bind(host);

/** True for a message that the app's own page sent to this frame. */
export function isFromHost(event: MessageEvent): boolean {
  if (event.source !== host) return false;
  for (let at = 0; at < hosts.length; at += 1) if (hosts[at] === event.origin) return true;
  return false;
}

/** Sends to the app and to nobody else: every call names the origin. */
export function tellHost(message: ShellMessage): void {
  // By index: the page may have replaced the iterators.
  for (let at = 0; at < hosts.length; at += 1) send(message, hosts[at] as string);
}
