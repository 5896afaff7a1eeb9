import { replaceDialogs } from './dialogs';
import { whenPainted } from './document-lifecycle';
import { guardFormMethod, guardForms } from './form-guard';
import { tellHost } from './host';
import { guardLoops } from './loop-limit';

/** The runtime of a rendered project, as an embed shows it: the same rules as in the editor, with no console to tell. */
const toBrowserConsole = (message: string) => console.warn(message);

replaceDialogs((_level, message) => toBrowserConsole(message));
guardFormMethod(toBrowserConsole);
guardForms(toBrowserConsole);
guardLoops();
// The embed offers to end a page that does not answer. Nothing depends on who asks.
window.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown } | null>) => {
  if (data?.type === 'studio:ping') tellHost({ type: 'studio:pong', at: 0 });
});
whenPainted(() => tellHost({ type: 'studio:painted', renderId: 0 }));
