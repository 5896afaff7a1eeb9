import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Source, Sources } from '@studio/engine/source';

/** What was edited last: the one source that differs between two rounds. */
export type Edit = keyof Sources;
export const edits: readonly Edit[] = ['js', 'html', 'css'];

/** The names of the round in script, markup and styles, as the sample tells them. */
export function sampleSays(edit: Edit, name: string): string {
  return edits.map((part) => (part === edit ? name : 'same')).join(',');
}

/** A page of ordinary size, dark all over. It says when its script has run, and again when its styles were replaced. */
export function sample(edit: Edit, name: string): Sources {
  const in_ = (part: Edit) => (part === edit ? name : 'same');
  const rows = Array.from({ length: 80 }, (_, row) => `<li class="row">Row ${row}</li>`);
  const rules = Array.from({ length: 80 }, (_, row) => `.row:nth-child(${row}){padding-left:${row % 9}px}`);
  return {
    html: `<main data-name="${in_('html')}"><h1>Sample</h1><ul>${rows.join('')}</ul></main>`,
    css: `html{background:#123456;color:#fff;--name:${in_('css')}}${rules.join('\n')}`,
    js: `for (const row of document.querySelectorAll('.row')) row.dataset.seen = '1';
const tell = () => parent.postMessage({ ran: ['${in_('js')}', document.querySelector('main').dataset.name,
  getComputedStyle(document.documentElement).getPropertyValue('--name').trim()].join(',') }, '*');
new MutationObserver(tell).observe(document.querySelector('[data-studio-css]'), { childList: true });
tell();`,
  };
}

const utilities =
  'flex items-center gap-4 rounded-xl bg-slate-800 p-6 text-white shadow-lg hover:bg-slate-700 md:grid md:grid-cols-3';
const tailwindHtml = (width: number) =>
  `<main class="mx-auto max-w-3xl p-8">${`<section class="${utilities}"><h2 class="text-xl font-bold">Card</h2></section>`.repeat(20)}<p id="probe" class="w-[${width}px]">x</p></main>`;

/** Says the width of the probe as soon as the styles give it one. */
const tailwindJs = `const probe = document.querySelector('#probe');
const tell = () => { const { width } = getComputedStyle(probe);
  if (probe.className === 'w-[' + width + ']') { parent.postMessage({ ran: width }, '*'); return true; } };
if (!tell()) { const observer = new MutationObserver(() => tell() && observer.disconnect());
  observer.observe(document, { childList: true, subtree: true, characterData: true }); }`;

/** A page of Tailwind utilities, one of them new in each round. */
export function tailwindSource(width: number): Source {
  return {
    html: tailwindHtml(width),
    css: '',
    js: tailwindJs,
    frameworkConfig: { ...defaultFrameworkConfig, cssFramework: 'tailwind' },
  };
}

/** The same page with Tailwind's own build for browsers in it. */
export function tailwindPage(width: number, inPageBuild: string): string {
  return `<!doctype html><html><head><script>${inPageBuild}</script></head><body>${tailwindHtml(width)}<script>${tailwindJs}</script></body></html>`;
}
