/**
 * Calls `listen` for each key before the element with the focus gets it, since the editors keep the keys that they
 * handle. Returns a function that ends it.
 */
export function captureKeys(listen: (event: KeyboardEvent) => void): () => void {
  window.addEventListener('keydown', listen, { capture: true });
  return () => window.removeEventListener('keydown', listen, { capture: true });
}
