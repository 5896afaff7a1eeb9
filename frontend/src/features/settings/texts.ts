/** Texts of the Editor Settings panel (specification: Editor settings). */

export const dark = 'Dark';
export const light = 'Light';
export const defaultKeys = 'Default';
export const vim = 'Vim';
export const automatic = 'Automatic';
export const editorSettings = 'Editor Settings';
export const theme = 'Theme';
export const fontSize = 'Font Size';
export const keyBindings = 'Key Bindings';
export const tabSize = 'Tab Size';
export const wordWrap = 'Word Wrap';
export const autoSave = 'Auto Save';
export const formatOnSave = 'Format on Save';
export const autoRun = 'Auto Run';
export const clearConsole = 'Clear Console on Run';
