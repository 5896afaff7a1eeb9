/** In ms: after this time the user is likely to stay. */
const stayedMs = 10_000;
const signs = ['focusin', 'pointerover'] as const;

/** Calls back once, when the focus or a pointer enters an editor, or after a while. */
export function onFirstUse(begin: () => void): void {
  const noticed = ({ target }: Event) => {
    if (target instanceof Element && target.closest('.monaco-editor')) used();
  };
  const stayed = setTimeout(used, stayedMs);
  for (const sign of signs) document.addEventListener(sign, noticed);

  function used() {
    clearTimeout(stayed);
    for (const sign of signs) document.removeEventListener(sign, noticed);
    begin();
  }
}
