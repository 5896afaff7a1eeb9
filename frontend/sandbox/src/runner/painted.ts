/** Scripts that load from elsewhere may hold the parser up; what is there by then is shown. */
const longestWait = 300;

// Kept before user code runs, which may overwrite them.
const nextFrame = requestAnimationFrame.bind(window);
const later = setTimeout.bind(window);

/** Calls back once the document has been parsed and a frame of it has been drawn. */
export function whenPainted(callback: () => void): void {
  let asked = false;
  const afterNextFrame = () => {
    if (asked) return;
    asked = true;
    nextFrame(() => later(callback));
  };
  if (document.readyState !== 'loading') {
    afterNextFrame();
    return;
  }
  document.addEventListener('DOMContentLoaded', afterNextFrame, { once: true });
  later(afterNextFrame, longestWait);
}
