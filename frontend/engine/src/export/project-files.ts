import { findInlineScripts } from '../html/inline-scripts.js';
import type { ExportedProject, PackageFile } from './exported-project.js';
import { packagesAmong } from './imported-packages.js';
import { indexPage } from './index-page.js';
import { importsMappedBy } from './mapped-imports.js';
import { packageJson } from './package-json.js';
import { readme } from './readme.js';
import { scriptFile } from './script-file.js';
import { outlineScript } from './script-outline.js';
import { scriptPackage } from './script-package.js';
import { type StandaloneSurroundings, standalonePage } from './standalone.js';
import { styleFile } from './style-file.js';
import { tsConfig } from './ts-config.js';
import { viteConfig } from './vite-config.js';

/**
 * The files of a project as a package that Vite builds (SPEC 9): from a path within it to the text. With it comes
 * `standalone.html`, the same project in one file. Pure but for what `surroundings` reads.
 */
export async function projectFiles(
  project: ExportedProject,
  surroundings: StandaloneSurroundings,
): Promise<Record<string, string>> {
  const { title, html, frameworkConfig: config } = project;
  const importMap = importsMappedBy(html);
  const style = styleFile(project);
  const script = await scriptFile(project);
  const scripts = scriptPackage(script, style.path, config);
  const imports = [...(script?.imports ?? []), ...(await importsOfPage(html))];
  const standalone = await standalonePage(project, surroundings);
  const files: PackageFile[] = [
    {
      path: 'index.html',
      text: indexPage(project, script?.kind === 'component' ? null : style.path, scripts.tags),
      note: 'The page.',
    },
    { path: style.path, text: style.code, note: 'The styles.' },
    ...scripts.files,
    {
      path: 'standalone.html',
      text: standalone,
      note: 'The whole project in one file, ready to be looked at.',
    },
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
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  return { ...texts, 'README.md': readme(title, files, config.typescript) };
}

/** What modules that stand in the page itself import. */
async function importsOfPage(html: string): Promise<string[]> {
  const modules = findInlineScripts(html).filter(({ kind }) => kind === 'module');
  const outlines = modules.map(({ start, end }) =>
    outlineScript(html.slice(start, end), { typescript: false, jsx: false }),
  );
  return (await Promise.all(outlines)).flatMap(({ imports }) => imports);
}
