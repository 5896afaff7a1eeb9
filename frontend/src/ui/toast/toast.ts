import { createStore } from 'zustand/vanilla';

interface ToastMessage {
  title: string;
  description?: string | undefined;
  /** `danger` for something that failed. */
  tone?: 'plain' | 'danger';
  /** `isWhole`: a click anywhere on the toast runs it. */
  action?: { label: string; run: () => void; isWhole?: boolean };
}

export interface ShownToast extends ToastMessage {
  id: number;
}

/** The toast on the screen, or null. */
export const shownToast = createStore<ShownToast | null>(() => null);

let lastId = 0;

/** Shows a message for 5 s; it replaces the present one (specification: Toasts). */
export function toast(message: ToastMessage): void {
  lastId += 1;
  shownToast.setState({ ...message, id: lastId }, true);
}

/** Hides a toast if it is still shown. */
export function dismissToast(id: number): void {
  if (shownToast.getState()?.id === id) shownToast.setState(null, true);
}
