import { buildDocument, styleMark } from '../build-document.js';
import type { ExportedProject } from './exported-project.js';

/** A script of the package as the page asks for it. */
export interface PageScript {
  src: string;
  isModule: boolean;
}

/** A script that does nothing, to see where the project's own would stand. */
const placeholder = ';"script"';

/** The page as the preview has it, with files in place of the styles and the script that stand in it there. */
export function indexPage(
  { html, title }: ExportedProject,
  stylePath: string,
  scripts: PageScript[],
): string {
  const { beforeCss, afterCss } = buildDocument({ html, css: '', js: placeholder });
  const head = beforeCss.slice(0, beforeCss.lastIndexOf(`<style ${styleMark}`));
  const rest = afterCss.slice('</style>'.length);
  const script = rest.lastIndexOf(`<script>${placeholder}`);
  const afterScript = rest.indexOf('</script>', script) + '</script>'.length;
  const heading = /<title[\s>]/i.test(head) ? '' : `<title>${escapeText(title)}</title>\n`;
  const link = `<link rel="stylesheet" href="/${stylePath}">\n`;
  const tags = scripts.map(scriptTag).join('');
  return `${head}\n${heading}${link}${rest.slice(0, script)}${tags}${rest.slice(afterScript)}\n`;
}

function scriptTag({ src, isModule }: PageScript): string {
  return `<script${isModule ? ' type="module"' : ''} src="${src}"></script>\n`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
