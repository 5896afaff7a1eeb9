/**
 * Lets a finger or a trackpad move the view of a page that is zoomed in, or partly behind an on-screen keyboard, while a
 * dialog or a menu is open: these stop each gesture that scrolls nothing in them.
 */
export function letZoomedViewMove(): void {
  const isPartlyShown = () => {
    const { clientWidth, clientHeight } = document.documentElement;
    const { width = clientWidth, height = clientHeight } = visualViewport ?? {};
    return width < clientWidth - 1 || height < clientHeight - 1;
  };
  // Radix stops them at the document.
  const pass = (event: Event) => {
    if (isPartlyShown()) event.stopPropagation();
  };
  for (const gesture of ['touchmove', 'wheel'])
    document.body.addEventListener(gesture, pass, { passive: true });
}
