import type { EmbedProject } from '@studio/contract/http/projects';
import { insertFirst } from '@studio/engine/build-document';
import type { Rendered } from './rendering/renderer.js';

/** Whatever moves is shown as it comes to rest: pages that fade in are seen, and a list of them costs nothing. */
const stillness =
  '<style>*,::before,::after{animation-duration:0s!important;animation-delay:0s!important;animation-iteration-count:1!important;animation-fill-mode:both!important;transition:none!important}html{overflow:hidden!important}</style>';

const drawnBy = { vanilla: 'JavaScript', react: 'React', vue: 'Vue.js' };

/** What HTML and CSS show of a project, at rest; a few words where that is nothing. */
export function cardPage(project: EmbedProject, rendered: Rendered): string {
  if ('problems' in rendered) return quietPage('It does not compile.');
  if (isEmpty(project)) return quietPage(`Drawn by ${drawnBy[project.frameworkConfig.framework]}`);
  return insertFirst(rendered.html, stillness);
}

export function quietPage(words: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words}</title><style>body{margin:0;display:grid;place-items:center;min-height:100vh;font:14px/1.5 system-ui,sans-serif;background:#fff;color:#5a6270}</style></head><body>${words}</body></html>`;
}

/** Nothing in it but, for a framework, the place where it draws. */
function isEmpty({ html, frameworkConfig: { framework } }: EmbedProject): boolean {
  const body = html
    .replace(
      /<!--[^]*?-->|<!doctype[^>]*>|<(script|style|head|template|noscript)\b[^>]*>[^]*?<\/\1\s*>/gi,
      '',
    )
    .replace(/<\/?(html|body)\b[^>]*>/gi, '');
  const elements = body.match(/<[a-z][^>]*>/gi)?.length ?? 0;
  const text = body.replace(/<[^>]*>/g, '').trim();
  return text === '' && elements <= (framework === 'vanilla' ? 0 : 1);
}
