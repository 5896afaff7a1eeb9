/** Texts around the editors (specification: Editors); those of the full editors are in full-editor-texts.ts. */

export const cannotFormat = 'Cannot format';
export const cannotInsertSample = 'Cannot insert the sample';
export const checkConnection = 'Check your connection and try again.';
export const hasError = 'has an error';
export const leaveEditorByTab = 'Tab indents; Escape, then Tab leaves the editor';
export const searchHint = 'Ctrl+F to search';
export const loadingEditor = 'Loading the full editor...';
export const editorNotLoaded =
  'The full editor could not be loaded yet. You can keep working in this simple one.';
export const panels = 'Panels';
export const console = 'Console';
export const preview = 'Preview';
export const previewBelow = 'Preview below the editors';
export const run = 'Run';
export const newError = 'new error';
export const commands = 'Commands';
export const help = 'Help';
export const resizeEditorsAndPreview = 'Resize editors and preview';
export const resizeBottomPanel = 'Resize the bottom panel';
export const loadingPanel = 'Loading the panel';
export const startFromTemplate = 'Start from a template';
export const insertSample = 'Insert sample';

export const formatPane = (pane: string) => `Format ${pane}`;
export const maximizePane = (pane: string, maximized: boolean) =>
  `${maximized ? 'Minimize' : 'Maximize'} ${pane}`;
export const insertSampleIn = (pane: string) => `${insertSample} ${pane}`;
export const resizePanes = (one: string, other: string) => `Resize ${one} and ${other}`;
export const problemIn = (line: number, message: string) => `Line ${line}: ${message}`;
