import { buildDocument, styleMark } from '../build-document.js';
import { linkResources } from '../html/link-resources.js';
import { readAttributes, scanTags, type Tag } from '../html/scan-tags.js';
import { penTimer } from '../script/injected-scripts.js';
import { type ExportedProject, isSingleFileComponent } from './exported-project.js';
import { titleElement } from './page-title.js';
import { withSettingsHidden } from './vite-ignore.js';

/** A script of the package as the page loads it. */
export interface PageScript {
  src: string;
  isModule: boolean;
}

/** A script that does nothing, to find the position of the project's own. */
const placeholder = ';"script"';

/** What the page itself uses: the tags of libraries and the text of an import map. */
interface PageParts {
  libraries: string;
  importMap: string;
}

/** The page of the preview, with links to files instead of its inline styles and script. */
export function indexPage(
  project: ExportedProject,
  stylePath: string | null,
  scripts: PageScript[],
  { libraries, importMap }: PageParts,
): string {
  const { title, html } = project;
  const resources = linkResources(project.frameworkConfig, true);
  const { beforeCss, afterCss } = buildDocument({
    html,
    css: '',
    js: placeholder,
    isFile: true,
    importMap,
    head: penTimer(project) + libraries + resources.styles,
    externalScripts: resources.scripts,
  });
  const head = withoutHeadEnds(beforeCss.slice(0, beforeCss.lastIndexOf(`<style ${styleMark}`)));
  const rest = afterCss.slice('</style>'.length);
  const script = rest.lastIndexOf(`<script>${placeholder}`);
  const afterScript = rest.indexOf('</script>', script) + '</script>'.length;
  const heading = titleElement(title, html);
  const link = stylePath === null ? '' : `<link rel="stylesheet" href="/${stylePath}">\n`;
  const tags = [mountPlace(project), ...scripts.map(scriptTag)].join('');
  const headEnd = /^\s*<\/head>/i.test(rest) ? '' : '</head>';
  const body = `${rest.slice(0, script)}${tags}${rest.slice(afterScript)}`;
  return withSettingsHidden(`${head}\n${heading && `${heading}\n`}${link}${headEnd}${body}\n`);
}

/**
 * Vite inserts its tags before the first `</head>` of the text, even in comments and scripts. A space hides those from
 * Vite and changes nothing for browsers.
 */
function withoutHeadEnds(head: string): string {
  return head.replaceAll(/<\/(head)>/gi, '</$1 >');
}

/** A component is mounted on `#app`, which the page may lack. */
function mountPlace({ html, frameworkConfig }: ExportedProject): string {
  if (!isSingleFileComponent(frameworkConfig)) return '';
  const isMount = (tag: Tag) => tag.kind === 'start' && readAttributes(html, tag).get('id') === 'app';
  return [...scanTags(html)].some(isMount) ? '' : '<div id="app"></div>\n';
}

function scriptTag({ src, isModule }: PageScript): string {
  return `<script${isModule ? ' type="module"' : ''} src="${src}"></script>\n`;
}
