/**
 * From here on the page takes the focus only where somebody has gone into it, by pointer or Tab: who types in the studio
 * goes on typing there, however often the page runs anew. Code that wants to can get around it; the app has a guard.
 */
export function restrictFocus(): void {
  const prototypes = [HTMLElement.prototype, SVGElement.prototype, MathMLElement.prototype];
  for (const owner of [window, ...prototypes]) {
    const native: (this: unknown, options?: FocusOptions) => void = owner.focus;
    owner.focus = function (this: unknown, options?: FocusOptions) {
      if (document.hasFocus()) native.call(this, options);
    };
  }
}
