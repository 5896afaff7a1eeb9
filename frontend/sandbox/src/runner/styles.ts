import { styleMark } from '@studio/engine/build-document';

/** Puts the project's styles in place of those before; the page and its scripts keep their state. */
export function replaceStyles(css: string): void {
  const element = document.querySelector(`style[${styleMark}]`) ?? appendStyle();
  element.textContent = css;
}

/** The page may have removed the element. */
function appendStyle(): Element {
  const style = document.createElement('style');
  style.setAttribute(styleMark, '');
  (document.head ?? document.documentElement).append(style);
  return style;
}
