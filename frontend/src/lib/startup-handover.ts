declare global {
  interface Window {
    /**
     * Answers that were asked for before the app's own code had come, by what they were asked with. Here, because the
     * script in the page and the app are built apart.
     */
    prefetchedResponses?: Map<string, Promise<Response>>;
  }
}

const nameOf = (address: string, token: string | null) => `${token} ${address}`;

/** Asks now for what the app will want as soon as it runs. Who takes the answer hears what is wrong. */
export function prefetch(address: string, token: string): Promise<Response> {
  const answer = fetch(address, { headers: { authorization: `Bearer ${token}` } });
  answer.catch(() => undefined);
  (window.prefetchedResponses ??= new Map()).set(nameOf(address, token), answer);
  return answer;
}

/** The answer to a GET that was asked for early with the same token, once; undefined where there is none. */
export function takePrefetched(address: string, token: string | null): Promise<Response> | undefined {
  const name = nameOf(address, token);
  const answer = window.prefetchedResponses?.get(name);
  window.prefetchedResponses?.delete(name);
  return answer;
}

/** What the page shows of a project before the app has come: an element of the page, until the app takes its place. */
export const staticCodeId = 'static-code';

/** What somebody has done in a text box of the early view. */
export interface EarlyEdit {
  /** Of the pane. */
  language: string;
  /** With plain line endings; null where it is as it was. */
  text: string | null;
  /** Where the box has the focus: its selection, as offsets in UTF-16 units, and its scroll. */
  place: Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd' | 'scrollTop'> | null;
}

/** The early view goes, with whatever was typed there. */
export function removeStaticCode(): void {
  document.getElementById(staticCodeId)?.remove();
}

/** The app's editors stand: each takes what somebody has done in the early view, the one with the focus last; then that goes. */
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

/** Whether the early view holds text that is nowhere else. */
export function hasEarlyText(): boolean {
  return earlyTextBoxes().some(isTyped);
}

function earlyTextBoxes(): HTMLTextAreaElement[] {
  return [...document.querySelectorAll<HTMLTextAreaElement>(`#${staticCodeId} textarea`)];
}

const isTyped = (box: HTMLTextAreaElement) => box.value !== box.defaultValue;
