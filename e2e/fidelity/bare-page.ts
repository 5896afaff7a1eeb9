import { Script } from 'node:vm';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { toHtml } from '@studio/engine/build-document';
import { compile } from '@studio/engine/compile';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { libraryScripts, libraryStyles, tailwindForPages } from '@studio/engine/libraries/library-manifest';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { render } from 'pug';
import { compileString } from 'sass';
import { transformWithOxc } from 'vite';

/**
 * The files of a project as one writes them without a studio: a page that links its libraries, its styles and its script.
 * Nothing of the engine has a part in it, but for what takes a bundler elsewhere, modules of React and Vue and Vue's
 * single-file components: their pages are the engine's, as plain files.
 */
export async function barePage(project: ExportedProject): Promise<Record<string, string>> {
  const { css, js, frameworkConfig: config } = project;
  const html = config.htmlLanguage === 'pug' ? render(project.html) : project.html;
  const script = config.vueSfc ? '' : await compiledScript(js, config);
  const isModule = config.buildTool === 'vite' || needsModule(script);
  if (config.framework !== 'vanilla' && (config.vueSfc || isModule))
    return { 'index.html': await enginePage(project) };
  const isNested = config.cssFramework === 'sass' || config.cssFramework === 'scss';
  const style =
    config.cssFramework === 'tailwind'
      ? `<style type="text/tailwindcss">${css.replace(tailwindImport, '')}</style>`
      : '<link rel="stylesheet" href="style.css">';
  const tag = js.trim() === '' ? '' : `<script${isModule ? ' type="module"' : ''} src="script.js"></script>`;
  return {
    'index.html': assemble(html, { head: librariesOf(config), style, script: tag }),
    'style.css': isNested ? compileString(css).css : css,
    'script.js': script,
  };
}

async function compiledScript(js: string, { framework, typescript }: FrameworkConfig): Promise<string> {
  if (!typescript && framework !== 'react') return js;
  const name = `script.${typescript ? 'ts' : 'js'}${framework === 'react' ? 'x' : ''}`;
  return (await transformWithOxc(js, name, { jsx: { runtime: 'classic' } })).code;
}

async function enginePage(project: ExportedProject): Promise<string> {
  const target = { mode: 'production', libraries: 'local', moduleCdn: null, checkLoops: false } as const;
  const { document } = await compile(project, target);
  return toHtml(document);
}

function librariesOf({ framework, frameworkVersion, cssFramework }: FrameworkConfig): string {
  const scripts = [
    ...(framework === 'react' ? libraryScripts(`react-${frameworkVersion}`, 'production') : []),
    ...(framework === 'vue' ? libraryScripts('vue', 'production') : []),
    ...(cssFramework === 'bootstrap' ? libraryScripts('bootstrap', 'production') : []),
    ...(cssFramework === 'tailwind' ? [tailwindForPages] : []),
  ];
  const styles = cssFramework === 'bootstrap' || cssFramework === 'bulma' ? libraryStyles(cssFramework) : [];
  return [
    ...scripts.map(({ path }) => `<script src="${path}"></script>`),
    ...styles.map(({ path }) => `<link rel="stylesheet" href="${path}">`),
  ].join('');
}

/** Tailwind's build for pages adds it itself; here browsers would fetch it before they see that this is no CSS. */
const tailwindImport = /@import\s+["']tailwindcss["'];/;

/** Code that uses what only modules have is no classic script. */
function needsModule(script: string): boolean {
  if (!/\b(?:import|export|await)\b/.test(script)) return false;
  try {
    void new Script(script);
    return false;
  } catch {
    return true;
  }
}

const charset = '<meta charset="utf-8">';

interface Parts {
  head: string;
  style: string;
  script: string;
}

/** Puts the parts where a person would: styles at the end of the head, the script at the end of the body. */
function assemble(html: string, { head, style, script }: Parts): string {
  if (!/<(?:!doctype|html|head|body)\b/i.test(html)) {
    return `<!doctype html><html><head>${charset}<meta name="viewport" content="width=device-width, initial-scale=1">${head}${style}</head><body>${html}${script}</body></html>`;
  }
  const doctype = /^<!doctype[^>]*>/i.exec(html.trimStart())?.[0] ?? '<!doctype html>';
  const page = `${doctype}${html.trimStart().replace(/^<!doctype[^>]*>/i, '')}`;
  const { headStart, headEnd, bodyEnd } = placesIn(page);
  return (
    page.slice(0, headStart) +
    charset +
    head +
    page.slice(headStart, headEnd) +
    style +
    page.slice(headEnd, bodyEnd) +
    script +
    page.slice(bodyEnd)
  );
}

/** Where the head begins and ends, and where the body ends, as the parser of browsers finds them. */
function placesIn(page: string): { headStart: number; headEnd: number; bodyEnd: number } {
  const root = parse(page, { sourceCodeLocationInfo: true }).childNodes.find(isElement);
  const [head, body] = (root?.childNodes ?? []).filter(isElement);
  const at = head?.sourceCodeLocation;
  const htmlAt = root?.sourceCodeLocation?.startTag;
  const doctypeEnd = page.indexOf('>') + 1;
  const headStart = at?.startTag?.endOffset ?? htmlAt?.endOffset ?? doctypeEnd;
  const headEnd = at?.endTag?.startOffset ?? body?.sourceCodeLocation?.startTag?.startOffset ?? headStart;
  const bodyEnd = body?.sourceCodeLocation?.endTag?.startOffset ?? page.length;
  return { headStart, headEnd, bodyEnd };
}

function isElement(node: DefaultTreeAdapterTypes.ChildNode): node is DefaultTreeAdapterTypes.Element {
  return 'tagName' in node;
}
