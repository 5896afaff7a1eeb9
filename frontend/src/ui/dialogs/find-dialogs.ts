/** Selects the dialogs. Monaco's search box has the same role, and is in the page even while it is hidden. */
export const dialogs = '[role=dialog]:not(.monaco-editor *)';
/** And the questions above them. */
export const dialogsAndQuestions = `${dialogs}, [role=alertdialog]`;

export function isDialogOpen(): boolean {
  return document.querySelector(dialogsAndQuestions) !== null;
}
