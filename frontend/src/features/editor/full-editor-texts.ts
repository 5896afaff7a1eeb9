/** Texts of the full editors and the formatter, loaded with them. */

export const cannotFormat = 'Cannot format';
export const noFormatter = (language: string) => `There is no formatter for ${language}.`;
export const formatterNotLoaded = 'The formatter could not be loaded. Check your connection and try again.';
export const formattingTooSlow =
  'Formatting took longer than 10 seconds and was stopped. Shorten the code or nest it less, then try again.';
export const vimNotLoaded = 'Vim could not be loaded';
export const checkConnection = 'Check your connection and try again.';
export const undo = 'Undo';
export const redo = 'Redo';
export const indentLess = 'Indent less';
export const indentMore = 'Indent more';
export const empty = 'empty';

export const placeIn = (source: string, line: number, column: number | null) =>
  `${source}, line ${line}, column ${column}`;
export const searchIn = (pane: string) => `Search in the ${pane}`;
export const toolsOf = (pane: string) => `Tools of the ${pane}`;
export const tabMoves = (key: string) => `Tab moves the focus; ${key} lets it indent`;
export const tabIndents = (key: string) => `Tab indents; ${key} lets it move the focus`;
export const problemAt = (place: string, problem: string) => `${place}: ${problem}`;
export const replaceWith = (text: string) => `Replace with "${text}"`;
