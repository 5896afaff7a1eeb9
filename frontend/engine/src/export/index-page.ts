import { buildDocument, styleMark } from '../build-document.js';
import type { Source } from '../source.js';

/** A script of the package as the page asks for it. */
export interface PageScript {
  src: string;
  isModule: boolean;
}

/** A script that does nothing, to see where the project's own would stand. */
const placeholder = ';"script"';

/** The page as the preview has it, with files in place of the styles and the script that stand in it there. */
export function indexPage(source: Source, title: string, style: string, scripts: PageScript[]): string {
  const { beforeCss, afterCss } = buildDocument({ ...source, css: '', js: placeholder });
  const head = beforeCss.slice(0, beforeCss.lastIndexOf(`<style ${styleMark}`));
  const rest = afterCss.slice('</style>'.length);
  const [scriptAt, scriptEnd] = [rest.lastIndexOf('<script'), rest.lastIndexOf('</script>') + '</script>'.length];
  const heading = /<title[\s>]/i.test(head) ? '' : `<title>${escapeText(title)}</title>\n`;
  return `${head}\n${heading}<link rel="stylesheet" href="${style}">\n${rest.slice(0, scriptAt)}${scripts
    .map(scriptTag)
    .join('')}${rest.slice(scriptEnd)}\n`;
}

function scriptTag({ src, isModule }: PageScript): string {
  return `<script${isModule ? ' type="module"' : ''} src="${src}"></script>\n`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
