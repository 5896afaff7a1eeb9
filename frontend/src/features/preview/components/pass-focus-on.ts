import * as texts from '../status-texts.ts';

/** The ref of a button that disappears once the project runs: its focus moves to Refresh, which runs it again. */
export function passFocusOn(button: HTMLElement | null): () => void {
  return () => {
    if (document.activeElement !== button) return;
    document.querySelector<HTMLElement>(`button[aria-label="${texts.refresh}"]`)?.focus();
  };
}
