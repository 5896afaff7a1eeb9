import { findInlineScripts } from '../html/inline-scripts.js';
import { type FetchedAssets, packAssets } from './assets/pack-assets.js';
import { tsConfig, viteConfig } from './build-config.js';
import type { ExportedProject, PackageFile } from './exported-project.js';
import { importsMappedBy, indexPage } from './index-page.js';
import { packageJson, packagesAmong } from './package-json.js';
import { readme } from './readme.js';
import { scriptFile } from './script-file.js';
import { outlineScript } from './script-outline.js';
import { scriptPackage } from './script-package.js';
import { type StandaloneSurroundings, standalonePage } from './standalone.js';
import { styleFile } from './style-file.js';

/** What a package is made with, beside its project. */
export interface PackageSurroundings extends StandaloneSurroundings {
  /** The users' files that the project names, as far as they could be had. */
  assets: FetchedAssets;
}

/**
 * The files of a project as a package that Vite builds (specification: Export): from a path within it to what it holds. With it come
 * `standalone.html`, the same project as one page, and the users' files that it names. Pure but for what
 * `surroundings` reads.
 */
export async function projectFiles(
  project: ExportedProject,
  surroundings: PackageSurroundings,
): Promise<Record<string, string | Uint8Array>> {
  const { title, frameworkConfig } = project;
  const { assets } = surroundings;
  const page = await standalonePage(project, surroundings);
  const { files, standalone, folders } = packAssets(await sourceFiles(project), page, assets);
  const text = readme({ title, files, isTyped: frameworkConfig.typescript, assets });
  const texts = Object.fromEntries(files.map((file) => [file.path, file.text]));
  return { ...texts, 'standalone.html': standalone, 'README.md': text, ...folders };
}

/** What Vite builds the page from. */
async function sourceFiles(project: ExportedProject): Promise<PackageFile[]> {
  const { title, html, frameworkConfig: config } = project;
  const importMap = importsMappedBy(html);
  const style = styleFile(project);
  const script = await scriptFile(project);
  const scripts = scriptPackage(script, style.path, config);
  const imports = [...(script?.imports ?? []), ...(await importsOfPage(html))];
  return [
    {
      path: 'index.html',
      text: indexPage(project, script?.kind === 'component' ? null : style.path, scripts.tags),
      note: 'The page.',
    },
    { path: style.path, text: style.code, note: 'The styles.' },
    ...scripts.files,
    {
      path: 'package.json',
      text: packageJson(title, config, packagesAmong(imports, importMap)),
      note: 'The packages that it stands on, and its commands.',
    },
    {
      path: 'vite.config.js',
      text: viteConfig(config, importMap),
      note: 'How [Vite](https://vite.dev) builds it.',
    },
    {
      path: 'tsconfig.json',
      text: tsConfig(config),
      note: 'What editors and checkers should know of the code.',
    },
  ];
}

/** What modules that stand in the page itself import. */
async function importsOfPage(html: string): Promise<string[]> {
  const modules = findInlineScripts(html).filter(({ kind }) => kind === 'module');
  const outlines = modules.map(({ start, end }) =>
    outlineScript(html.slice(start, end), { typescript: false, jsx: false }),
  );
  return (await Promise.all(outlines)).flatMap(({ imports }) => imports);
}
