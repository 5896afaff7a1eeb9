import { later } from './own-timers';

// Kept before user code runs, which may overwrite or hide them. Short: the budget of an embed's scripts is 2 kB.
export const listenOnDocument = document.addEventListener.bind(document);
const nextFrame = requestAnimationFrame;

const stillThere = 'studio:still-there';

/**
 * Calls `attach` now and whenever the page has lost all its listeners: `document.open()` does, and so does a
 * `document.write` after the page has loaded, which reopens it.
 */
export function reattachWhenReopened(attach: () => void): void {
  const listen = window.addEventListener.bind(window);
  const dispatch = window.dispatchEvent.bind(window);
  const { apply } = Reflect;
  let isAttached = false;
  const attachAll = () => {
    listen(stillThere, () => {
      isAttached = true;
    });
    attach();
  };
  const checkAfter = <Args extends unknown[], Result>(native: (this: Document, ...args: Args) => Result) =>
    function (this: Document, ...args: Args): Result {
      const result = apply(native, this, args);
      isAttached = false;
      dispatch(new Event(stillThere));
      if (!isAttached) attachAll();
      return result;
    };
  const { prototype } = Document;
  prototype.open = checkAfter(prototype.open) as Document['open'];
  prototype.write = checkAfter(prototype.write);
  prototype.writeln = checkAfter(prototype.writeln);
  attachAll();
}

/** Reads the document's state even if an element hides `document.readyState`. Call it before user code runs. */
export function readyState(): () => DocumentReadyState {
  const native = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')?.get;
  return native?.bind(document) as () => DocumentReadyState;
}

/**
 * A written document reports `complete` as soon as it has been parsed, before its deferred scripts have run. Until its
 * `load` event this one says `interactive`, as after a navigation, and the last `readystatechange` waits for it too.
 * To be called right after `document.open()`, before any listener of the page.
 */
export function correctReadyState(): void {
  const native = readyState();
  const isEarly = () => native() === 'complete';
  const { deleteProperty } = Reflect;
  const dispatch = document.dispatchEvent.bind(document);
  Object.defineProperty(document, 'readyState', {
    configurable: true,
    get: () => (isEarly() ? 'interactive' : native()),
  });
  const holdBack = (event: Event) => {
    if (event.target === document && isEarly()) event.stopImmediatePropagation();
  };
  window.addEventListener('readystatechange', holdBack, true);
  const onLoad = (event: Event) => {
    if (event.target !== document) return;
    window.removeEventListener('load', onLoad, true);
    window.removeEventListener('readystatechange', holdBack, true);
    deleteProperty(document, 'readyState');
    dispatch(new Event('readystatechange'));
  };
  window.addEventListener('load', onLoad, true);
}

/** Scripts from other servers may block the parser; after this time (ms) the parsed part is shown. */
const maxWaitMs = 300;

/** Calls back when a frame has been drawn after the document was parsed, or after `maxWaitMs`. */
export function whenPainted(callback: () => void, isParsed = false): void {
  let asked = false;
  const afterNextFrame = () => {
    if (asked) return;
    asked = true;
    nextFrame(() => later(callback));
  };
  if (isParsed) {
    afterNextFrame();
    return;
  }
  listenOnDocument('DOMContentLoaded', afterNextFrame);
  later(afterNextFrame, maxWaitMs);
}
