/** Moves the focus from the button of a tag that is being removed to the next tag, or to the field of the tags. */
export function leaveTag(button: HTMLElement): void {
  const item = button.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const next =
    neighbour?.querySelector('button') ?? item?.parentElement?.parentElement?.querySelector('input');
  next?.focus();
}
