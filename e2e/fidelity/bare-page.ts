import { Script } from 'node:vm';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { toHtml } from '@studio/engine/build-document';
import { compile } from '@studio/engine/compile';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { libraryScripts, libraryStyles, tailwindForPages } from '@studio/engine/libraries/library-manifest';
import { type Options, transform } from '@swc/core';
import MarkdownIt from 'markdown-it';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { render } from 'pug';
import { compileString } from 'sass';
import { preprocessCSS, resolveConfig, transformWithOxc } from 'vite';

/**
 * The files of a project as one would write them without a studio: a page that links its libraries, styles and script.
 * The engine is not involved, except for projects that would need a bundler (modules of React or Vue, and Vue's
 * single-file components): their page is made by the engine.
 */
export async function barePage(project: ExportedProject): Promise<Record<string, string>> {
  const { css, js, frameworkConfig: config } = project;
  const html = compiledMarkup(project.html, config);
  const script = config.vueSfc ? '' : await compiledScript(js, config);
  const isModule = config.buildTool === 'vite' || needsModule(script);
  if (config.framework !== 'vanilla' && (config.vueSfc || isModule))
    return { 'index.html': await enginePage(project) };
  const sheet = await compiledStyles(css, config);
  const style =
    config.cssFramework === 'tailwind'
      ? `<style type="text/tailwindcss">${css.replace(tailwindImport, '')}</style>`
      : '<link rel="stylesheet" href="style.css">';
  const tag = js.trim() === '' ? '' : `<script${isModule ? ' type="module"' : ''} src="script.js"></script>`;
  return {
    'index.html': assemble(html, { head: librariesOf(config), style, script: tag }),
    'style.css': sheet,
    'script.js': script,
  };
}

function compiledMarkup(html: string, { htmlLanguage }: FrameworkConfig): string {
  if (htmlLanguage === 'pug') return render(html);
  if (htmlLanguage !== 'markdown') return html;
  return withCheckboxes(new MarkdownIt({ html: true, linkify: true }).render(html));
}

/** Markdown-it leaves GitHub's task lists as text. */
function withCheckboxes(html: string): string {
  return html.replace(
    /(<li>(?:\s*<p>)?)\[([ xX])\](?=\s)/g,
    (_, start: string, mark: string) =>
      `${start}<input type="checkbox" disabled${mark === ' ' ? '' : ' checked'}>`,
  );
}

async function compiledStyles(css: string, { cssFramework, cssLanguage }: FrameworkConfig): Promise<string> {
  if (cssFramework === 'sass' || cssFramework === 'scss') return compileString(css).css;
  if (cssLanguage !== 'less') return css;
  const config = await resolveConfig({ configFile: false }, 'build');
  return (await preprocessCSS(css, 'style.less', config)).code;
}

async function compiledScript(js: string, { framework, typescript }: FrameworkConfig): Promise<string> {
  if (!typescript && framework !== 'react') return js;
  if (typescript && /^\s*@\w/m.test(js)) return (await transform(js, withDecorators)).code;
  const name = `script.${typescript ? 'ts' : 'js'}${framework === 'react' ? 'x' : ''}`;
  return (await transformWithOxc(js, name, { jsx: { runtime: 'classic' } })).code;
}

/** SWC compiles decorators: Vite leaves them as they are, and no browser supports them yet. */
const withDecorators: Options = {
  configFile: false,
  swcrc: false,
  isModule: 'unknown',
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { decoratorVersion: '2022-03' },
  },
};

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

/** Removed, because Tailwind's build for pages adds it itself and browsers would request it. */
const tailwindImport = /@import\s+["']tailwindcss["'];/;

/** Whether code is valid only as a module. */
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

const doctypeTag = /<!doctype[^>]*>/i;

/** Inserts the parts in the usual places: styles at the end of the head, the script at the end of the body. */
function assemble(html: string, { head, style, script }: Parts): string {
  if (!isWholePage(html)) {
    return `<!doctype html><html><head>${charset}<meta name="viewport" content="width=device-width, initial-scale=1">${head}${style}</head><body>${html}${script}</body></html>`;
  }
  const page = /^(?:\s|<!--[^]*?-->|<\?[^>]*>)*<!doctype/i.test(html) ? html : `<!doctype html>${html}`;
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

/** Whether the markup has a doctype or a tag html, head or body, outside of comments. */
function isWholePage(html: string): boolean {
  const { childNodes } = parse(html, { sourceCodeLocationInfo: true });
  const root = childNodes.find(isElement);
  const around = [root, ...(root?.childNodes ?? []).filter(isElement)];
  return (
    childNodes.some(({ nodeName }) => nodeName === '#documentType') ||
    around.some((element) => element?.sourceCodeLocation?.startTag)
  );
}

/** Offsets of the beginning and end of the head and of the end of the body, as an HTML parser finds them. */
function placesIn(page: string): { headStart: number; headEnd: number; bodyEnd: number } {
  const root = parse(page, { sourceCodeLocationInfo: true }).childNodes.find(isElement);
  const [head, body] = (root?.childNodes ?? []).filter(isElement);
  const at = head?.sourceCodeLocation;
  const htmlAt = root?.sourceCodeLocation?.startTag;
  const doctypeEnd = page.search(doctypeTag) + (doctypeTag.exec(page)?.[0].length ?? 0);
  const headStart = at?.startTag?.endOffset ?? htmlAt?.endOffset ?? doctypeEnd;
  const headEnd =
    at?.endTag?.startOffset ??
    body?.sourceCodeLocation?.startTag?.startOffset ??
    head?.childNodes.at(-1)?.sourceCodeLocation?.endOffset ??
    headStart;
  const bodyEnd = body?.sourceCodeLocation?.endTag?.startOffset ?? page.length;
  return { headStart, headEnd, bodyEnd };
}

function isElement(node: DefaultTreeAdapterTypes.ChildNode): node is DefaultTreeAdapterTypes.Element {
  return 'tagName' in node;
}
