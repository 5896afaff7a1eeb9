import { buildDocument, styleMark } from '../build-document.js';
import { findInlineScripts, type ImportMap, mergeImportMaps, readImportMap } from '../html/inline-scripts.js';
import { linkResources } from '../html/link-resources.js';
import { readAttributes, scanTags } from '../html/scan-tags.js';
import { penTimer } from '../script/injected-scripts.js';
import { type ExportedProject, isSingleFileComponent } from './exported-project.js';
import { outlineScript } from './script-outline.js';

/** A script of the package as the page loads it. */
export interface PageScript {
  src: string;
  isModule: boolean;
}

/** A script that does nothing, to find the position of the project's own. */
const placeholder = ';"script"';

/**
 * The page of the preview, with links to files instead of its inline styles and script. `libraries`: the tags of those
 * that it uses itself.
 */
export async function indexPage(
  project: ExportedProject,
  stylePath: string | null,
  scripts: PageScript[],
  libraries: string,
): Promise<string> {
  const { title } = project;
  const html = await leaveMissingModules(project.html);
  const resources = linkResources(project.frameworkConfig, true);
  const { beforeCss, afterCss } = buildDocument({
    html,
    css: '',
    js: placeholder,
    isFile: true,
    head: penTimer(project) + libraries + resources.styles,
    externalScripts: resources.scripts,
  });
  const head = withoutHeadEnds(beforeCss.slice(0, beforeCss.lastIndexOf(`<style ${styleMark}`)));
  const rest = afterCss.slice('</style>'.length);
  const script = rest.lastIndexOf(`<script>${placeholder}`);
  const afterScript = rest.indexOf('</script>', script) + '</script>'.length;
  const heading = /<title[\s>]/i.test(head) ? '' : `<title>${escapeText(title)}</title>\n`;
  const link = stylePath === null ? '' : `<link rel="stylesheet" href="/${stylePath}">\n`;
  const tags = [mountPlace(project), ...scripts.map(scriptTag)].join('');
  const headEnd = /^\s*<\/head>/i.test(rest) ? '' : '</head>';
  return `${head}\n${heading}${link}${headEnd}${rest.slice(0, script)}${tags}${rest.slice(afterScript)}\n`;
}

/**
 * Vite inserts its tags before the first `</head>` of the text, even in comments and scripts. A space hides those from
 * Vite and changes nothing for browsers.
 */
function withoutHeadEnds(head: string): string {
  return head.replaceAll(/<\/(head)>/gi, '</$1 >');
}

/** Vite fails to build a page that loads a module that is missing from the package, itself or by an import. */
async function leaveMissingModules(html: string): Promise<string> {
  let text = '';
  let at = 0;
  for (const tag of scanTags(html)) {
    if (tag.kind !== 'start' || tag.name !== 'script') continue;
    const attributes = readAttributes(html, tag);
    if (attributes.get('type') !== 'module') continue;
    const src = attributes.get('src');
    const isMissing =
      src === undefined
        ? (await importsOf(html.slice(tag.end, tag.contentEnd))).some(isPath)
        : src !== '' && !/^(?:[a-z]+:|\/\/)/i.test(src);
    if (!isMissing) continue;
    const nameEnd = tag.start + '<script'.length;
    text += `${html.slice(at, nameEnd)} vite-ignore`;
    at = nameEnd;
  }
  return text + html.slice(at);
}

async function importsOf(module: string): Promise<string[]> {
  return (await outlineScript(module, { typescript: false, jsx: false })).imports;
}

/** Names a file of the page's own site, which has no other files. */
function isPath(specifier: string): boolean {
  return /^(?:\.{1,2}\/|\/(?!\/))/.test(specifier);
}

/** A component is mounted on `#app`, which the page may lack. */
function mountPlace({ html, frameworkConfig }: ExportedProject): string {
  const isMissing = isSingleFileComponent(frameworkConfig) && !/\bid\s*=\s*["']?app\b/.test(html);
  return isMissing ? '<div id="app"></div>\n' : '';
}

function scriptTag({ src, isModule }: PageScript): string {
  return `<script${isModule ? ' type="module"' : ''} src="${src}"></script>\n`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The names in the page's import maps that have addresses, with these. Invalid import maps count as empty. */
export function importsMappedBy(html: string): Record<string, string> {
  const maps = findInlineScripts(html)
    .filter(({ kind }) => kind === 'importmap')
    .map(({ start, end }) => readImportMap(html.slice(start, end)));
  const merged = maps.reduce<ImportMap>(
    (all, map) => ('mistake' in map ? all : mergeImportMaps(all, map)),
    {},
  );
  const addresses = Object.entries(merged.imports ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(addresses);
}
