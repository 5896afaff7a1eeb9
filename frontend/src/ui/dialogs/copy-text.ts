import { createStore } from 'zustand/vanilla';

/** The text that a person has to copy by hand, or null. */
export const manualCopy = createStore<string | null>(() => null);

/**
 * Puts a text on the clipboard. Where the browser refuses, the old copy command is tried, and last a dialog
 * shows the text (specification: Toasts).
 * Resolves to whether the text is on the clipboard.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const isCopied = await import('./copy-by-selection.ts').then(
      (module) => module.copyBySelection(text),
      () => false,
    );
    if (isCopied) return true;
    manualCopy.setState(text, true);
    return false;
  }
}
