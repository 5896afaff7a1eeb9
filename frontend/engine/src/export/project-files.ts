import type { Source } from '../source.js';
import { isSingleFileComponent } from './file-names.js';
import { importMapOf } from './import-map.js';
import { indexPage, type PageScript } from './index-page.js';
import { packageJson } from './package-json.js';
import { type FileNote, readme } from './readme.js';
import { type ScriptFile, scriptFile } from './script-file.js';
import { type StandaloneSurroundings, standalonePage } from './standalone.js';
import { styleFile } from './style-file.js';
import { tsConfig } from './ts-config.js';
import { viteConfig } from './vite-config.js';

/** A project as it is taken home. */
export interface TitledSource extends Source {
  title: string;
}

interface PackageFile extends FileNote {
  text: string;
}

/**
 * The files of a project as a package that Vite builds (SPEC 9): from a path within it to the text. With it comes
 * `standalone.html`, the same project in one file. Pure but for what `surroundings` reads.
 */
export async function projectFiles(
  project: TitledSource,
  surroundings: StandaloneSurroundings,
): Promise<Record<string, string>> {
  const { title, frameworkConfig: config } = project;
  const aliases = importMapOf(project.html);
  const style = styleFile(project);
  const script = scriptFile(project);
  const scripts = scriptFiles(project, script);
  const files: PackageFile[] = [
    {
      path: 'index.html',
      text: indexPage(project, title, `/${style.path}`, scripts.flatMap(tagOf)),
      note: 'The page.',
    },
    { path: style.path, text: style.code, note: 'The styles.' },
    ...scripts,
    {
      path: 'standalone.html',
      text: await standalonePage(project, surroundings),
      note: 'The whole project in one file, for looking at it.',
    },
    {
      path: 'package.json',
      text: packageJson(title, config, packagesOf(script.imports, aliases)),
      note: 'The packages that it needs, and its commands.',
    },
    { path: 'vite.config.js', text: viteConfig(config, aliases), note: 'How [Vite](https://vite.dev) builds it.' },
    { path: 'tsconfig.json', text: tsConfig(config), note: 'What editors and checkers should know of the code.' },
  ];
  const listed = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  return { ...listed, 'README.md': readme(title, files, config.typescript) };
}
