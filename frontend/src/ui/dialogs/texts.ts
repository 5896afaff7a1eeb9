/** Texts of dialogs, lists and toasts of all features. */

import { numberText } from '../../lib/count-of.ts';

export const cancel = 'Cancel';
export const close = 'Close';
export const retry = 'Retry';
export const copyTitle = 'Copy this text';
export const copyText = 'The browser did not allow copying. Press Ctrl+C (or Cmd+C).';
export const textToCopy = 'Text to copy';
export const pages = 'Pages';
export const previousPage = 'Previous page';
export const nextPage = 'Next page';

export const lengthOf = (length: number, limit: number) =>
  `${numberText(length)} of ${numberText(limit)} characters`;
export const pageOf = (page: number, totalPages: number) => `Page ${page} of ${totalPages}`;
