import { escapeScript, styleMark, toHtml } from '../build-document.js';
import { type CompileTarget, compile } from '../compile.js';
import { allLibraryFiles } from '../libraries/library-manifest.js';
import { problemScript } from '../problem.js';
import type { FetchedAssets } from './assets/fetched-assets.js';
import { inlineAssets } from './assets/inline-assets.js';
import { containPackages, type ReadPackage, toData } from './contain-packages.js';
import type { ExportedProject } from './exported-project.js';
import { titleElement } from './page-title.js';

/** Where a standalone page gets files that it does not contain. */
export interface StandaloneSurroundings {
  /** MODULE_CDN of the studio; null: the public one. */
  moduleCdn: string | null;
  /** The text of a file under `/lib` that has no public address. */
  readLibrary(path: string): Promise<string>;
  /** For a page that contains its packages; without it the page links public addresses. */
  readPackage?: ReadPackage | undefined;
  /** The users' files that the project and its files name, as far as they could be fetched. */
  assets?: FetchedAssets;
}

/** The network that serves npm packages as modules where the studio names none. */
export const publicModules = 'https://esm.sh';

/** The project as one page that opens anywhere, even from a folder. Its console reports parts left out by errors. */
export async function standalonePage(
  project: ExportedProject,
  surroundings: StandaloneSurroundings,
): Promise<string> {
  const target: CompileTarget = {
    mode: 'production',
    libraries: 'cdn',
    moduleCdn: surroundings.moduleCdn ?? publicModules,
    checkLoops: false,
    isFile: true,
    containsPackages: surroundings.readPackage !== undefined,
  };
  const { document: made, html: markup, problems, packageImports: imports } = await compile(project, target);
  const styleAt = made.beforeCss.lastIndexOf(`<style ${styleMark}`);
  const title = titleElement(project.title, markup);
  const document = {
    ...made,
    beforeCss: made.beforeCss.slice(0, styleAt) + title + made.beforeCss.slice(styleAt),
  };
  const { contentStart } = document;
  const { assets } = surroundings;
  const html = assets ? inlineAssets(toHtml(document), contentStart, assets) : toHtml(document);
  const page = html.slice(0, contentStart) + problemScript(problems) + html.slice(contentStart);
  if (!surroundings.readPackage) return withLibraries(page, surroundings);
  const contained = await containPackages(page, imports, surroundings.readPackage);
  return withLibraries(withLocalLibraries(await withStyleSheets(contained, surroundings)), surroundings);
}

/** Names a style sheet of a library, in a page or in the page's styles. */
const styleSheet = /(<link rel="stylesheet" href="|@import\s+(?:url\(\s*)?["']?)(https:[^"'()\s;]+)/g;

/** For a page that works without a network: it contains the style sheets of CSS frameworks. */
async function withStyleSheets(html: string, { readLibrary }: StandaloneSurroundings): Promise<string> {
  const named = new Set([...html.matchAll(styleSheet)].map(([, , url]) => url));
  const files = allLibraryFiles().filter(({ publicUrl }) => publicUrl !== null && named.has(publicUrl));
  const sheets = new Map(
    await Promise.all(
      files.map(async ({ path, publicUrl }): Promise<[string | null, string]> => {
        const css = new TextEncoder().encode(await readLibrary(path));
        return [publicUrl, toData('text/css;charset=utf-8', css)];
      }),
    ),
  );
  return html.replace(styleSheet, (text, before: string, url: string) => {
    const data = sheets.get(url);
    return data === undefined ? text : before + data;
  });
}

/** For a page that works without a network: its libraries are inlined, too. */
function withLocalLibraries(html: string): string {
  return allLibraryFiles().reduce(
    (text, { path, publicUrl }) =>
      publicUrl === null
        ? text
        : text.replaceAll(
            `<script src="${publicUrl}" crossorigin></script>`,
            `<script src="${path}"></script>`,
          ),
    html,
  );
}

const localScript = /<script src="(\/lib\/[^"]+)"><\/script>/g;

/**
 * Puts the text of libraries under `/lib` in place of their tags. Tags of other files there are left alone: they are the
 * page's own, as in a project from elsewhere.
 */
export async function withLibraries(html: string, { readLibrary }: StandaloneSurroundings): Promise<string> {
  const named = new Set([...html.matchAll(localScript)].map(([, path]) => path));
  const libraries = allLibraryFiles().filter(({ path }) => named.has(path));
  const texts = new Map(
    await Promise.all(libraries.map(async ({ path }) => [path, await readLibrary(path)] as const)),
  );
  return html.replace(localScript, (tag, path: string) => {
    const text = texts.get(path);
    return text === undefined ? tag : `<script>${escapeScript(text)}</script>`;
  });
}
