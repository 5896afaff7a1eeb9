import type { RunnerMessage } from '@studio/contract/preview';
import { formNotice, isBlockedForm } from './blocked-forms';
import { replaceDialogs } from './dialogs';
import { whenPainted } from './document-lifecycle';
import { limitLoops } from './loop-limit';

/** The runtime of a rendered project, as an embed shows it: the same rules as in the editor, but no console panel. */
// The page is the user's: the studio leaves nothing in its DOM.
document.currentScript?.remove();

// Routers start at the root, as in the editor. And the address of an embed by link gives access to the project, while code
// may send its own address to others. A reload loads an empty runner, and the page around it brings the project back,
// with the query and the fragment that the page had in the fragment of its address.
const moveTo = (path: string) => history.replaceState(history.state, '', path);
try {
  moveTo(`/${location.hash.slice(1)}`);
} catch {
  // A page framed without an origin cannot change its path.
  moveTo(location.pathname + location.hash);
}

const toBrowserConsole = (message: string) => console.warn(message);

replaceDialogs(toBrowserConsole);
limitLoops();
/**
 * The embed around this page. Messages to it name no origin, as it may have none, and reveal nothing of the project.
 */
const embed = window.parent;
const postToEmbed = (message: RunnerMessage) => {
  if (embed !== window) embed.postMessage(message, '*');
};
// The embed offers to stop a page that does not answer. The project's own listeners do not receive the ping.
const onMessage = (event: MessageEvent<{ type?: unknown } | null>) => {
  if (event.source !== embed || event.data?.type !== 'studio:ping') return;
  event.stopImmediatePropagation();
  postToEmbed({ type: 'studio:pong', at: 0 });
};
const onViolation = (event: SecurityPolicyViolationEvent) => {
  if (isBlockedForm(event)) toBrowserConsole(formNotice);
};
const listen = () => {
  addEventListener('message', onMessage);
  addEventListener('securitypolicyviolation', onViolation);
};
listen();
// A page that is written anew (`document.open()`) loses its nodes and listeners. Those that it still has are not added twice.
new MutationObserver(listen).observe(document, { childList: true });
whenPainted(() => postToEmbed({ type: 'studio:painted', renderId: 0 }));
