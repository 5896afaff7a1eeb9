import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { packageImports } from '../compile.js';
import { compileMarkup } from '../html/compile-markup.js';
import { findInlineScripts } from '../html/inline-scripts.js';
import type { Problem } from '../problem.js';
import { typeImports } from '../script/type-imports.js';
import type { Source } from '../source.js';
import { findStyleImports } from '../styles/style-imports.js';
import { aliasDeclarations } from './alias-declarations.js';
import type { FetchedAssets } from './assets/fetched-assets.js';
import { packAssets } from './assets/pack-assets.js';
import { isForTypeScript, scriptPackage, tsConfig, viteConfig } from './build-files.js';
import {
  type ExportedProject,
  fileEnding,
  isSingleFileComponent,
  type PackageFile,
} from './exported-project.js';
import { indexPage } from './index-page.js';
import { json, packageAliases, packageJson, packagesAmong } from './package-json.js';
import { packageLock } from './package-lock.js';
import { importsMappedBy, linkPackages } from './page-import-map.js';
import { librariesOnPage, libraryTags } from './page-libraries.js';
import { readme } from './readme.js';
import { builtInStylesOf, scriptFile } from './script-file.js';
import { outlineScript, type ScriptOutline } from './script-outline.js';
import {
  publicModules,
  type StandaloneSurroundings,
  standalonePage,
  withLibraries,
} from './standalone-page.js';
import { styleFile } from './style-file.js';
import { leaveToBrowser } from './vite-ignore.js';

/** What a package is made from, besides its project. */
export interface PackageSurroundings extends StandaloneSurroundings {
  assets: FetchedAssets;
}

/**
 * The files of a project as a package that Vite builds (specification: Export): path to content. They include
 * `standalone.html`, the same project as one page, and the users' files that it names. Pure except for what
 * `surroundings` reads.
 */
export async function projectFiles(
  project: ExportedProject,
  surroundings: PackageSurroundings,
): Promise<Record<string, string | Uint8Array>> {
  const { title, frameworkConfig } = project;
  const { assets } = surroundings;
  const standalone = await standalonePage(project, surroundings);
  const { files, folders } = packAssets(await sourceFiles(project, surroundings), assets);
  const text = readme({ title, files, isTyped: isTyped(frameworkConfig, files), assets });
  const texts = Object.fromEntries(files.map((file) => [file.path, file.text]));
  return { ...texts, 'standalone.html': standalone, 'README.md': text, ...folders };
}

/** Whether there is a file for the type checker, which fails without any. */
function isTyped({ typescript }: FrameworkConfig, files: readonly PackageFile[]): boolean {
  return typescript && files.some(({ path }) => /\.(?:tsx?|vue)$/.test(path));
}

/** The reason in one line, for the README's table. */
function emptyBecauseOf(problems: readonly Problem[], pagePath: string): string {
  const [{ line, message } = { line: 1, message: '' }] = problems;
  const said = message.replace(/[\r\n|<>]+/g, ' ');
  return `The page, which is empty: \`${pagePath}\` has a mistake in line ${line} (${said}).`;
}

/** The sources that Vite builds. Markdown and Pug are included both compiled to HTML and as written. */
async function sourceFiles(
  written: ExportedProject,
  surroundings: StandaloneSurroundings,
): Promise<PackageFile[]> {
  const { title, frameworkConfig: config } = written;
  const { html, problems } = await compileMarkup({ ...config, html: written.html });
  const project = { ...written, html };
  const pagePath = `index.${fileEnding('html', config)}`;
  const importMap = importsMappedBy(html);
  const script = await scriptFile(project, importMap);
  const inPage = await outlineModules(html);
  const style = styleFile(project, [...(script?.styles ?? []), ...inPage.flatMap(builtInStylesOf)]);
  const onPage = librariesOnPage(project);
  const scripts = scriptPackage(script, style.path, config, onPage);
  const left = await leaveToBrowser(html);
  const moduleCdn = surroundings.moduleCdn ?? publicModules;
  const page = linkPackages({ ...project, html: left.html }, left.unbundled, moduleCdn);
  const libraries = await withLibraries(libraryTags(onPage, config) + page.head, surroundings);
  const styleImports = findStyleImports(style.code).map(({ specifier }) => specifier);
  const imports = [
    ...(script?.imports ?? []),
    ...inPage.flatMap((outline) => outline.imports),
    ...styleImports,
  ];
  const typed = await typeImports(
    {
      source: written.js,
      typescript: config.typescript,
      jsx: config.framework === 'react',
      vueComponent: isSingleFileComponent(config),
    },
    new Set(imports),
  );
  const aliases = packageAliases([...(script?.imports ?? []), ...typed], importMap);
  const declarations = config.typescript ? Object.entries(aliases) : [];
  const needsTypeScript = await isForTypeScript(written);
  const manifest = packageJson(title, config, {
    imported: packagesAmong(imports, importMap),
    blockLanguages: script?.blockLanguages ?? [],
    needsTypeScript,
    isTyped: isTyped(config, scripts.files),
  });
  const lock = packageLock(manifest, written.dependencies ?? {});
  return [
    {
      path: 'index.html',
      text: indexPage(
        { ...project, html: page.html },
        script?.importsStyles ? null : style.path,
        scripts.tags,
        { libraries, importMap: page.importMap },
      ),
      note: problems.length === 0 ? 'The page.' : emptyBecauseOf(problems, pagePath),
    },
    ...(config.htmlLanguage
      ? [{ path: pagePath, text: written.html, note: 'The page as it was written, for yourself.' }]
      : []),
    { path: style.path, text: style.code, note: 'The styles.' },
    ...scripts.files,
    {
      path: 'package.json',
      text: json(manifest),
      note: `Dependencies and commands.${leftToNpm(written)}`,
    },
    ...(lock
      ? [{ path: 'package-lock.json', text: json(lock), note: 'The exact versions of all dependencies.' }]
      : []),
    {
      path: 'vite.config.js',
      text: viteConfig(
        config,
        { ...packageAliases(imports, importMap), ...importMap },
        imports,
        needsTypeScript,
      ),
      note: 'How [Vite](https://vite.dev) builds it.',
    },
    ...(declarations.length > 0
      ? [
          {
            path: 'src/packages.d.ts',
            text: aliasDeclarations(declarations),
            note: 'The types of imports that name a version.',
          },
        ]
      : []),
    {
      path: 'tsconfig.json',
      text: tsConfig(config),
      note: 'Settings for editors and type checkers.',
    },
  ];
}

/** What `package-lock.json` lacks. */
function leftToNpm({ unlocked = [] }: ExportedProject): string {
  if (unlocked.length === 0) return '';
  const names = unlocked.map((name) => `\`${name}\``).join(', ');
  return ` The studio could not look up what ${names} needs, so npm chooses those versions.`;
}

/** The inline modules of the page. */
function outlineModules(html: string): Promise<ScriptOutline[]> {
  const modules = findInlineScripts(html).filter(({ kind }) => kind === 'module');
  return Promise.all(
    modules.map(({ start, end }) => outlineScript(html.slice(start, end), { typescript: false, jsx: false })),
  );
}

/** The specifiers that a project imports from npm packages. */
export function importsForExport(source: Source): Promise<string[]> {
  return packageImports(source, {
    mode: 'production',
    libraries: 'cdn',
    moduleCdn: null,
    checkLoops: false,
  });
}
