/** What stands around the editors (SPEC 2 Editor shell, CONTRACT 4); full-editor-texts.ts has what comes with the full editors. */

export const cannotFormat = 'Cannot format';
export const cannotInsertSample = 'Cannot insert the sample';
export const checkConnection = 'Check your connection and try again.';
export const hasError = 'has an error';
export const searchHint = 'Ctrl+F to search';
export const loadingEditor = 'Loading the full editor...';
export const editorNotLoaded =
  'The full editor could not be loaded. You can keep working in this simple one.';

export const formatPane = (pane: string) => `Format ${pane}`;
export const maximizePane = (pane: string, maximized: boolean) =>
  `${maximized ? 'Minimize' : 'Maximize'} ${pane}`;
