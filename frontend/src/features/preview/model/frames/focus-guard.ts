import { createRateGauge } from '@/lib/rate-gauge.ts';
import { dialogsAndQuestions } from '@/ui/dialogs/find-dialogs.ts';

/** In ms: keys that follow each other within this time count as typing. */
const typingPauseMs = 300;
const textFields = 'input, textarea, [contenteditable]';
/** A click into one that has the focus already only moves the caret. */
const caretAreas = `${textFields}, .monaco-editor`;

/** Whether the focus is where keys become text. */
export function isTyping(): boolean {
  return document.activeElement?.matches(textFields) ?? false;
}

/**
 * Returns the focus to a text field when a frame in `container` takes it: user code could otherwise read the typed
 * text, such as a password. A waiting frame never keeps the focus; the shown one may if the user moved there by pointer
 * or Tab, or has not typed for a moment, as this page notices neither taps on it nor screen readers that enter it. From
 * a dialog over the preview nobody gets there, so then it is always returned. `onFocusStolen` is called if it happens
 * more than five times in five seconds. Returns a function that ends it.
 */
export function guardFocus(container: HTMLElement, onFocusStolen: () => void): () => void {
  const stealsTooOften = createRateGauge(5, 5_000);
  let field: HTMLElement | null = null;
  let usedAt = 0;

  function use({ target }: Event) {
    // A frame may have taken the focus itself.
    if (target instanceof HTMLIFrameElement) return;
    field = target instanceof HTMLElement && target.matches(textFields) ? target : null;
    usedAt = performance.now();
  }
  /** Whether the field is in a dialog over the preview. */
  function isInDialog() {
    const dialog = field?.closest(dialogsAndQuestions);
    return dialog ? !dialog.contains(container) : false;
  }
  function leave() {
    if (!isInDialog()) field = null;
  }
  function point({ target }: Event) {
    const area = target instanceof Element ? target.closest(caretAreas) : null;
    if (area?.contains(field)) usedAt = performance.now();
    else leave();
  }
  function check(waiting: readonly Element[]) {
    const frame = document.activeElement;
    if (!field?.isConnected || !(frame instanceof HTMLIFrameElement) || !container.contains(frame)) return;
    const mayKeep = !waiting.includes(frame) && !isInDialog();
    if (mayKeep && performance.now() - usedAt > typingPauseMs) return;
    if (stealsTooOften()) onFocusStolen();
    field.focus();
  }

  function useByKey(event: KeyboardEvent) {
    if (event.key === 'Tab') leave();
    else use(event);
  }
  // The focused frame is known a moment later, when it may have become the shown one.
  function checkSoon() {
    setTimeout(check, 0, [...container.querySelectorAll('iframe[aria-hidden]')]);
  }

  document.addEventListener('focusin', use);
  document.addEventListener('keydown', useByKey, true);
  document.addEventListener('pointerdown', point, true);
  container.addEventListener('pointerover', leave);
  window.addEventListener('blur', checkSoon);
  return () => {
    document.removeEventListener('focusin', use);
    document.removeEventListener('keydown', useByKey, true);
    document.removeEventListener('pointerdown', point, true);
    container.removeEventListener('pointerover', leave);
    window.removeEventListener('blur', checkSoon);
  };
}
