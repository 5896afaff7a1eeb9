import { replaceDialogs } from './dialogs';
import { whenPainted } from './document-lifecycle';
import { guardFormMethod, guardForms } from './form-guard';
import { postToHost } from './host';
import { limitLoops } from './loop-limit';

/** The runtime of a rendered project, as an embed shows it: the same rules as in the editor, but no console panel. */
const toBrowserConsole = (message: string) => console.warn(message);

replaceDialogs((_level, message) => toBrowserConsole(message));
guardFormMethod(toBrowserConsole);
guardForms(toBrowserConsole);
limitLoops();
// The embed offers to stop a page that does not respond. The sender is not checked: nothing depends on it.
window.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown } | null>) => {
  if (data?.type === 'studio:ping') postToHost({ type: 'studio:pong', at: 0 });
});
whenPainted(() => postToHost({ type: 'studio:painted', renderId: 0 }));
