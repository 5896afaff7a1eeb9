import { styleMark } from '../build-document.js';
import { readAttributes, scanTags } from '../html/scan-tags.js';
import type { Sources } from '../source.js';
import { splitStyleImports } from './style-imports.js';

/** How often (ms) the classes of a changing page are checked. */
const pauseMs = 200;

/**
 * Markup without line ends for a Tailwind page that runs outside the editor, where its styles are not compiled again.
 * At the first class that has no rule and is in no source, it fetches Tailwind's build for pages, which styles all
 * further classes. A page without such classes fetches nothing. `html`: as HTML, whatever the pane is written in.
 */
export function runtimeTailwind({ html, css }: Pick<Sources, 'html' | 'css'>, library: string): string {
  const pane = withTailwindImport(splitStyleImports(css).css).css;
  const values = { KNOWN: classesIn(html), PANE: pane, LIBRARY: library };
  // In one pass: the pane may contain any of these names.
  const script = watcher.replace(/KNOWN|PANE|LIBRARY/g, (name) =>
    literal(values[name as keyof typeof values]),
  );
  return `<script>${script}</script>`;
}

function classesIn(html: string): string[] {
  const names = new Set<string>();
  for (const tag of scanTags(html)) {
    const attribute = tag.kind === 'start' ? readAttributes(html, tag).get('class') : undefined;
    for (const name of attribute?.match(/\S+/g) ?? []) names.add(name);
  }
  return [...names];
}

function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

const watcher = `(() => {
  const known = new Set(KNOWN);
  let words, isAsked;
  const isMade = (name) => {
    if (known.has(name)) return false;
    known.add(name);
    const rules = document.querySelector("style[${styleMark}]")?.textContent.split("." + CSS.escape(name)).slice(1);
    if (rules?.some((rest) => !/^[-\\w\\\\\\u0080-\\uffff]/.test(rest))) return false;
    words ??= new Set([...document.scripts].flatMap(({ text }) => text.split(/[\\s"'\`]+/)));
    return !words.has(name);
  };
  const check = () => {
    isAsked = false;
    for (const { classList } of document.querySelectorAll("[class]")) if ([...classList].some(isMade)) return load();
  };
  const load = () => {
    observer.disconnect();
    const style = Object.assign(document.createElement("style"), { type: "text/tailwindcss", textContent: PANE });
    document.head.append(style, Object.assign(document.createElement("script"), { src: new window.URL(LIBRARY, location) }));
  };
  const observer = new MutationObserver(() => {
    if (!isAsked) isAsked = setTimeout(check, ${pauseMs});
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
})()`.replace(/\n\s*/g, '');

const entry = '@import "tailwindcss";';

/** The pane with Tailwind's import; a missing one is added on the first line, so that line numbers do not change. */
export function withTailwindImport(pane: string): { css: string; added: number } {
  return importsTailwind(pane) ? { css: pane, added: 0 } : { css: entry + pane, added: entry.length };
}

/** Whether styles import Tailwind themselves. */
export function importsTailwind(pane: string): boolean {
  const code = pane.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  return /@import\s+(?:url\(\s*)?["']?tailwindcss\b/.test(code);
}
