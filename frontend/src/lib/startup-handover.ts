import { requestTimeout } from '@studio/contract/durations';

declare global {
  interface Window {
    /**
     * Responses requested before the app's code was loaded, by token and address. On `window`, because the inline
     * script and the app are separate builds.
     */
    prefetchedResponses?: Map<string, Promise<Response>>;
  }
}

const nameOf = (address: string, token: string | null) => `${token} ${address}`;

/** Requests data that the app will need at its start. Errors are left to the code that takes the response. */
export function prefetch(address: string, token: string): Promise<Response> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), requestTimeout);
  const headers = { authorization: `Bearer ${token}` };
  const response = fetch(address, { headers, signal: deadline.signal });
  // The app may read it later than that.
  response.finally(() => clearTimeout(timer)).catch(() => undefined);
  (window.prefetchedResponses ??= new Map()).set(nameOf(address, token), response);
  return response;
}

/** Takes the response to a prefetched GET with the same token; undefined if there is none. */
export function takePrefetched(address: string, token: string | null): Promise<Response> | undefined {
  const name = nameOf(address, token);
  const response = window.prefetchedResponses?.get(name);
  window.prefetchedResponses?.delete(name);
  return response;
}

/** The id of the element that shows a project's code before the app is loaded. */
export const staticCodeId = 'static-code';

/** The user's edits and focus in a text box of the early view. */
export interface EarlyEdit {
  /** The pane's language. */
  language: string;
  /** With `\n` line endings; null if unchanged. */
  text: string | null;
  /** Selection, as offsets in UTF-16 units, and scroll position; null without the focus. */
  place: Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd' | 'scrollTop'> | null;
}

/** Removes the early view, with all text typed there. */
export function removeStaticCode(): void {
  document.getElementById(staticCodeId)?.remove();
}

/** Passes the edits of the early view to the app's editors, the focused one last, then removes it. */
export function takeOverStaticCode(take: (edit: EarlyEdit) => void): void {
  const boxes = earlyTextBoxes();
  const composing = boxes.find(({ dataset }) => dataset['composing']);
  if (composing)
    return composing.addEventListener('compositionend', () => takeOverStaticCode(take), { once: true });
  const hasFocus = (box: HTMLElement) => Number(box === document.activeElement);
  const edits = boxes
    .toSorted((one, other) => hasFocus(one) - hasFocus(other))
    .map((box) => ({
      language: box.name,
      text: isTyped(box) ? box.value : null,
      place: hasFocus(box) ? box : null,
    }));
  for (const edit of edits) if (edit.text !== null || edit.place) take(edit);
  removeStaticCode();
}

/** Whether the early view contains typed text that is not stored elsewhere. */
export function hasEarlyText(): boolean {
  return earlyTextBoxes().some(isTyped);
}

function earlyTextBoxes(): HTMLTextAreaElement[] {
  return [...document.querySelectorAll<HTMLTextAreaElement>(`#${staticCodeId} textarea`)];
}

const isTyped = (box: HTMLTextAreaElement) => box.value !== box.defaultValue;
