import { styleMark } from '../build-document.js';
import { readAttributes, scanTags } from '../html/scan-tags.js';
import type { Sources } from '../source.js';

/** How often (ms) a page is looked at whose classes change. */
const pause = 200;

/**
 * Markup without line ends for a Tailwind page that runs where nobody compiles its styles anew: with the first class that
 * neither has a rule nor stands in a source, it fetches Tailwind's own build for pages, which styles what the page makes
 * from then on. A page without such classes fetches nothing.
 */
export function runtimeTailwind({ html, css }: Pick<Sources, 'html' | 'css'>, library: string): string {
  return `<script>${watcher
    .replace('KNOWN', () => literal(classesIn(html)))
    .replace('PANE', () => literal(withTailwindImport(css).css))
    .replace('LIBRARY', () => literal(library))}</script>`;
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
    if (document.querySelector("style[${styleMark}]")?.textContent.includes("." + CSS.escape(name))) return false;
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
    document.head.append(style, Object.assign(document.createElement("script"), { src: LIBRARY }));
  };
  const observer = new MutationObserver(() => {
    if (!isAsked) isAsked = setTimeout(check, ${pause});
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
})()`.replace(/\n\s*/g, '');

const entry = '@import "tailwindcss";';

/** The pane with Tailwind's own import, added on its first line where it is missing: lines stay the editor's. */
export function withTailwindImport(pane: string): { css: string; added: number } {
  return importsTailwind(pane) ? { css: pane, added: 0 } : { css: entry + pane, added: entry.length };
}

function importsTailwind(pane: string): boolean {
  const code = pane.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  return /@import\s+(?:url\(\s*)?["']?tailwindcss\b/.test(code);
}
