import { apply, method } from './natives';

type Method = (this: unknown, ...args: unknown[]) => unknown;

// Kept before user code runs, which may overwrite them.
const hasFocus = method(Document.prototype, 'hasFocus');
const hasAttribute = method(Element.prototype, 'hasAttribute');
const toggleAttribute = method(Element.prototype, 'toggleAttribute');

/**
 * Where `mayFocus` is false, since the user types in the studio, the page gets the focus only after a click or Tab into
 * it, so that neither a rerun nor code that repeatedly asks for the focus takes the keys. Code can circumvent this on
 * purpose; the app's focus guard stops that.
 */
export function restrictFocus(mayFocus: () => boolean): void {
  function restrict(owner: object, names: readonly string[], callRestricted: typeof callInert): void {
    const methods = owner as Record<string, Method | undefined>;
    for (const name of names) {
      const native = methods[name];
      if (!native) continue;
      methods[name] = function (...args) {
        const isFree = mayFocus() || hasFocus(document);
        return isFree ? apply(native, this, args) : callRestricted(native, this, args);
      };
    }
  }

  for (const owner of [window, HTMLElement.prototype, SVGElement.prototype, MathMLElement.prototype])
    restrict(owner, ['focus'], () => undefined);
  restrict(HTMLDialogElement.prototype, ['show', 'showModal'], callInert);
  restrict(HTMLElement.prototype, ['showPopover', 'togglePopover'], callInert);
  for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement])
    restrict(prototype, ['select'], callInert);
}

/** Calls a method that would focus its element or something in it: what is inert cannot get the focus. */
function callInert(native: Method, self: unknown, args: unknown[]): unknown {
  const wasInert = hasAttribute(self, 'inert');
  toggleAttribute(self, 'inert', true);
  try {
    return apply(native, self, args);
  } finally {
    toggleAttribute(self, 'inert', wasInert);
  }
}
