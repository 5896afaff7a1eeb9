/**
 * Lets F8 lead out of an open dialog to the toasts in `region`, where Undo may be: the dialog's trap listens on the
 * document, and so hears of no focus that goes there. Answers how to end it.
 */
export function letFocusReach(region: Element): () => void {
  const hush = (event: FocusEvent) => {
    const target = event.type === 'focusin' ? event.target : event.relatedTarget;
    if (target instanceof Node && region.contains(target)) event.stopPropagation();
  };
  document.body.addEventListener('focusin', hush);
  document.body.addEventListener('focusout', hush);
  return () => {
    document.body.removeEventListener('focusin', hush);
    document.body.removeEventListener('focusout', hush);
  };
}
