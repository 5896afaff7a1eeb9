import type { RunnerMessage } from '@studio/contract/preview';
import { reportForms } from './blocked-forms';
import { replaceDialogs } from './dialogs';
import { whenPainted } from './document-lifecycle';
import { limitLoops } from './loop-limit';

/** The runtime of a rendered project, as an embed shows it: the same rules as in the editor, but no console panel. */
// The page is the user's: nothing of ours stays in its DOM.
document.currentScript?.remove();

// Routers start at the root, as in the editor. And code sends its own address around, which for an embed by link would open
// the project to whoever has it. A reload finds an empty runner there, and the page around brings the project back.
const moveTo = (path: string) => history.replaceState(history.state, '', path + location.hash);
try {
  moveTo('/');
} catch {
  // Framed without an origin, a page keeps its path.
  moveTo(location.pathname);
}

const toBrowserConsole = (message: string) => console.warn(message);

replaceDialogs((_level, message) => toBrowserConsole(message));
reportForms(toBrowserConsole);
limitLoops();
/** To the embed around this page, whatever its origin: one that is framed without one has none to name. Says nothing of the project. */
const embed = window.parent;
const tellEmbed = (message: RunnerMessage) => {
  if (embed !== window) embed.postMessage(message, '*');
};
// The embed offers to stop a page that does not respond. The project's own listeners do not get to see it.
window.addEventListener('message', (event: MessageEvent<{ type?: unknown } | null>) => {
  if (event.source !== embed || event.data?.type !== 'studio:ping') return;
  event.stopImmediatePropagation();
  tellEmbed({ type: 'studio:pong', at: 0 });
});
whenPainted(() => tellEmbed({ type: 'studio:painted', renderId: 0 }));
