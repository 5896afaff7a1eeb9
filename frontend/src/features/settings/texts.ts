/** What the Editor Settings panel says (SPEC 2). */

export const dark = 'Dark';
export const light = 'Light';
export const defaultKeys = 'Default';
export const vim = 'Vim';
export const automatic = 'Automatic';
export const editorSettings = 'Editor Settings';
