import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { elementTexts, readAttributes, scanTags, scriptAddresses } from '../html/scan-tags.js';
import { packageOf } from '../libraries/frozen-packages.js';
import { builtInStyle, type LibraryFile } from '../libraries/library-manifest.js';
import { isPackageStyle, isStyleImport } from '../script/module-imports.js';
import { mayReadNodeEnv } from '../script/node-env.js';
import type { Source } from '../source.js';
import { findStyleImports } from '../styles/style-imports.js';
import { fileEnding, isSingleFileComponent } from './exported-project.js';
import { findsStyle, withoutMissingFiles } from './missing-style-files.js';
import { type BlockLanguage, packagesAmong } from './package-json.js';
import { mapStyles } from './page-elements.js';
import {
  handlersIn,
  hasForeignScripts,
  librariesOnPage,
  libraryDeclaration,
  libraryImport,
  type PageLibrary,
  pageLibraries,
  usesLibrary,
} from './page-libraries.js';
import { type DeclaredName, type EffectImport, outlineScript, type ScriptOutline } from './script-outline.js';
import { isPath, workerOfFile } from './vite-ignore.js';

/**
 * The JavaScript pane as a file of the package.
 * `classic`: stays an ordinary script in `public/`, whose functions everything on the page can call.
 * `module`: goes through Vite, with imports for the libraries that are globals in the preview.
 * `component`: a Vue component, which `src/main` mounts.
 */
export interface ScriptFile {
  kind: 'classic' | 'module' | 'component';
  path: string;
  code: string;
  /** The specifiers of its imports, those in a component's styles too. */
  imports: string[];
  /** The style sheets of built-in packages that it imports, which are the page's. */
  styles: LibraryFile[];
  /** The languages of a component's styles and template for which Vite needs a compiler. */
  blockLanguages: BlockLanguage[];
  /** The page does not link the project's styles: they are imported behind the packages, whose styles they override. */
  importsStyles: boolean;
}

/** Null if the pane is empty. `importMap`: that of the page. */
export async function scriptFile(
  source: Source,
  importMap: Record<string, string>,
): Promise<ScriptFile | null> {
  const { js, frameworkConfig: config } = source;
  if (js.trim() === '') return null;
  if (isSingleFileComponent(config)) return componentFile(source);
  const outline = await outlineScript(js, {
    typescript: config.typescript,
    jsx: config.framework === 'react',
  });
  const [pragmas, code] = config.framework === 'react' ? splitPragmas(js) : ['', js];
  const lead = libraryImports(source, outline, pragmas);
  const needsVite =
    lead.length > 0 || mayReadNodeEnv(js) || packagesAmong(outline.imports, importMap).length > 0;
  if (isClassic(config, outline) && !needsVite) {
    const path = `public/${unusedName(source.html)}`;
    return {
      kind: 'classic',
      path,
      code: js,
      imports: [],
      styles: [],
      blockLanguages: [],
      importsStyles: false,
    };
  }
  const isShared = !outline.isModule && config.buildTool === 'default';
  const importsStyles = mayImportPackageStyles(outline);
  const effects = outline.effects.map((each) => movedBy(each, code.length - js.length));
  const own = withoutBuiltInStyles(code, effects);
  const parts = [
    pragmas.trim(),
    lead.join('\n'),
    isShared ? windowNames(source, outline).join('\n') : '',
    asBundled(own, outline.imports).trim(),
    importsStyles ? `import './style.${fileEnding('css', config)}';` : '',
  ];
  return {
    kind: 'module',
    path: `src/script.${fileEnding('js', config)}`,
    code: `${parts.filter(Boolean).join('\n\n')}\n`,
    imports: outline.imports,
    styles: builtInStylesOf(outline),
    blockLanguages: [],
    importsStyles,
  };
}

/**
 * A name for the script that no tag of the page asks for: in the preview, a page's own `<script src="script.js">` finds
 * nothing, so in the package it must not run the script a second time.
 */
function unusedName(html: string): string {
  const taken = new Set(scriptAddresses(html).map((src) => /^(?:\.?\/)*([^?#]*)/.exec(src.trim())?.[1]));
  let name = 'script.js';
  for (let number = 2; taken.has(name); number += 1) name = `script-${number}.js`;
  return name;
}

/**
 * Splits off the comments at the top if one contains the pragma `@jsx h` or `@jsxFrag Fragment`. Vite applies these
 * pragmas only at the top, and only in the classic JSX mode.
 */
function splitPragmas(js: string): [pragmas: string, rest: string] {
  const [comments] = /^(?:\s+|\/\/.*|\/\*[^]*?\*\/)*/.exec(js) ?? [''];
  if (!/@jsx(?:Frag)?\s/.test(comments)) return ['', js];
  const namesRuntime = /@jsx(?:Runtime|ImportSource)\b/.test(comments);
  return [`${namesRuntime ? '' : '/** @jsxRuntime classic */\n'}${comments}`, js.slice(comments.length)];
}

/** Plain JavaScript stays an ordinary script, as in the preview. */
function isClassic(
  { framework, typescript, buildTool }: FrameworkConfig,
  { isModule }: ScriptOutline,
): boolean {
  return framework !== 'react' && !typescript && buildTool === 'default' && !isModule;
}

async function componentFile({ js: text, frameworkConfig }: Source): Promise<ScriptFile> {
  const written = mapStyles(text, (css, attributes) =>
    withoutMissingFiles(css, findsStyle(attributes.get('lang') ?? 'css', frameworkConfig)),
  );
  const scripts = [...scanTags(written)].filter(({ kind, name }) => kind === 'start' && name === 'script');
  const outlines = await Promise.all(
    scripts.map(async ({ end, contentEnd }) => {
      const outline = await outlineScript(written.slice(end, contentEnd), { typescript: true, jsx: false });
      return { ...outline, effects: outline.effects.map((each) => movedBy(each, end)) };
    }),
  );
  const js = withoutBuiltInStyles(
    written,
    outlines.flatMap(({ effects }) => effects),
  );
  const styles = elementTexts(js, 'style').flatMap(findStyleImports);
  const imports = outlines.flatMap((outline) => outline.imports);
  const languages = [...scanTags(js)]
    .filter(({ kind, name }) => kind === 'start' && (name === 'style' || name === 'template'))
    .map((tag) => readAttributes(js, tag).get('lang'));
  return {
    kind: 'component',
    path: 'src/App.vue',
    code: asBundled(js, imports),
    imports: [...imports, ...styles.map(({ specifier }) => specifier)],
    styles: outlines.flatMap(builtInStylesOf),
    blockLanguages: (['scss', 'less', 'pug'] as const).filter((language) => languages.includes(language)),
    importsStyles: true,
  };
}

/** Imports of libraries that the script uses as globals and does not import or declare; types of those on the page. */
function libraryImports(source: Source, outline: ScriptOutline, pragmas: string): string[] {
  const { js, frameworkConfig: config } = source;
  const own = new Set([...outline.imported, ...outline.declared.map(({ name }) => name)]);
  const isImplied = (name: PageLibrary) => name === 'React' && impliesReact(pragmas, js);
  const onPage = librariesOnPage(source);
  return pageLibraries(config)
    .filter((name) => !own.has(name) && (usesLibrary(js, name) || isImplied(name)))
    .flatMap((name) => {
      if (!onPage.includes(name)) return libraryImport(name, js, config);
      return config.typescript ? libraryDeclaration(name, config) : [];
    });
}

/** Elements and fragments are React's unless a pragma names another function. */
function impliesReact(pragmas: string, js: string): boolean {
  if (pragmas === '') return false;
  return !/@jsx\s/.test(pragmas) || (!/@jsxFrag\s/.test(pragmas) && js.includes('<>'));
}

/** Code as Vite takes it. */
function asBundled(code: string, imports: readonly string[]): string {
  // Without quotes, as it may be in a string.
  const own = withAttributesKept(code).replace(workerOfFile, '$&0 || ');
  return imports.some(isPath) ? own.replace(importOfPath, '$&/* @vite-ignore */ ') : own;
}

/** An `import()` of a file, which a project does not have: it fails in the browser as in the preview, not in Vite. */
const importOfPath = /\bimport\(\s*(?=["'`](?:\.{1,2})?\/(?!\/))/g;

/**
 * Removes imports of style sheets that the page has anyway, which the studio skips too, with lines that have nothing else.
 * Those of npm packages stay.
 */
function withoutBuiltInStyles(code: string, effects: readonly EffectImport[]): string {
  let text = '';
  let at = 0;
  for (const { specifier, start, end } of effects) {
    if (!isStyleImport(specifier) || (isPackageStyle(specifier) && builtInStyle(specifier) === null))
      continue;
    const lineStart = code.lastIndexOf('\n', start - 1) + 1;
    lineRest.lastIndex = end;
    const isAlone = lineRest.test(code) && code.slice(lineStart, start).trim() === '';
    text += code.slice(at, isAlone ? lineStart : start);
    at = isAlone ? lineRest.lastIndex : end;
  }
  return text + code.slice(at);
}

const lineRest = /[ \t]*(?:\r?\n|$)/y;

function movedBy({ specifier, start, end }: EffectImport, offset: number): EffectImport {
  return { specifier, start: start + offset, end: end + offset };
}

/** Whether code imports something of a package for its effect alone: styles need not end with `.css`, as in `swiper/css`. */
function mayImportPackageStyles({ effects }: ScriptOutline): boolean {
  return effects.some(({ specifier }) => packageOf(specifier) !== null);
}

/** The style sheets of Bootstrap and Bulma that code imports, which come before the project's own. */
export function builtInStylesOf({ effects }: ScriptOutline): LibraryFile[] {
  return effects.flatMap(({ specifier }) => builtInStyle(specifier) ?? []);
}

/**
 * Imports from an address `with { type: … }` are left to the browser, which needs the type. Vite drops the type from
 * statements but keeps it in calls of `import()`.
 */
function withAttributesKept(js: string): string {
  return js.replace(
    /^([ \t]*)import\s+([\w$]+)\s+from\s+((?=['"](?:https?|data):)(?:'[^'\n]*'|"[^"\n]*"))\s+with\s+(\{[^{}]*\})/gm,
    '$1const { default: $2 } = await import($3, { with: $4 })',
  );
}

const identifier = /(?<![\p{ID_Continue}$.])[\p{ID_Continue}$]+/gu;

/**
 * Lines that make names properties of `window`: those that the script assigns to without declaring them, which a module
 * may not, and those that handlers in the page use, or scripts of other sites may, since a module's own names are private.
 * They come first, because the code may trigger a handler.
 */
export function windowNames(source: Source, { declared, undeclared }: ScriptOutline): string[] {
  const { html, js } = source;
  const callers = [...handlersIn(`${html}\n${js}`), ...elementTexts(html, 'script')].join('\n');
  const used = new Set(callers.match(identifier));
  const called = hasForeignScripts(source) ? declared : declared.filter(({ name }) => used.has(name));
  const functions = called.filter(({ kind }) => kind === 'function').map(({ name }) => name);
  const names = undeclared.map((name) => `'${name}'`).join(', ');
  return [
    ...(names ? [`for (const name of [${names}]) if (!(name in window)) window[name] = undefined;`] : []),
    ...(functions.length > 0 ? [`Object.assign(window, { ${functions.join(', ')} });`] : []),
    ...called.filter(({ kind }) => kind !== 'function').map(accessor),
  ];
}

/** A property of `window` for a name that is not set yet or may change: handlers use the module's own variable. */
function accessor({ name, kind }: DeclaredName): string {
  const setter = kind === 'variable' ? `, set: (value) => { ${name} = value; }` : '';
  return `Object.defineProperty(window, '${name}', { get: () => ${name}${setter} });`;
}
