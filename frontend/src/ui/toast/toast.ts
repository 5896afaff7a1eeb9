import { createStore } from 'zustand/vanilla';

interface ToastMessage {
  title: string;
  description?: string | undefined;
  /** `danger` for something that failed. */
  tone?: 'plain' | 'danger';
  /** `isWhole`: a press anywhere on the toast runs it. */
  action?: { label: string; run: () => void; isWhole?: boolean };
}

export interface ShownToast extends ToastMessage {
  id: number;
}

/** The toast on the screen, or null. */
export const shownToast = createStore<ShownToast | null>(() => null);

let lastId = 0;

/** Shows a message for 5 s in place of the one that stands there (SPEC 2: only one at a time). */
export function toast(message: ToastMessage): void {
  lastId += 1;
  shownToast.setState({ ...message, id: lastId }, true);
}

/** Takes a toast away, if it is still the one that is shown. */
export function dismissToast(id: number): void {
  if (shownToast.getState()?.id === id) shownToast.setState(null, true);
}
