import { dialogsAndQuestions } from './find-dialogs.ts';

/** Copies by selection and `execCommand`. Returns whether it worked. */
export function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // A dialog would take the focus back from a field outside of it.
  const dialog = [...document.querySelectorAll(dialogsAndQuestions)].at(-1);
  (dialog ?? document.body).append(field);
  // Not every browser focuses what is selected.
  field.focus();
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
