/** Whether a key is one for an input method. In Safari, the one that ends a composition comes after that (WebKit bug 165004). */
export function isForInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
