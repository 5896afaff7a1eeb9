// Every script is parsed. Importing the parser here bundles it with the compilers, instead of in two later chunks.
import 'acorn';
import {
  type BuiltDocument,
  buildDocument,
  escapeStyle,
  joinSheets,
  type PageStyles,
  type Sheet,
  scriptName,
} from './build-document.js';
import { stripByteOrderMark } from './byte-order-mark.js';
import { compileHtml } from './html/compile-html.js';
import { compileMarkup, smallestMarkup } from './html/compile-markup.js';
import { findBase, hasForeignBase } from './html/document-base.js';
import { linkResources } from './html/link-resources.js';
import { mappedNames } from './html/mapped-names.js';
import { packageOf } from './libraries/frozen-packages.js';
import type { ImportUse } from './libraries/import-use.js';
import { libraryAddress, tailwindForPages } from './libraries/library-manifest.js';
import { type LibraryTarget, linkLibraries } from './libraries/link-libraries.js';
import { memoizeRecent } from './memoize-recent.js';
import { isError, type Problem } from './problem.js';
import { compileScript, withoutFiles } from './script/compile-script.js';
import { importMetaEnv } from './script/import-meta-env.js';
import { penTimer, reactGate, readableFiles } from './script/injected-scripts.js';
import { mayHaveRequire } from './script/mistakes/required-modules.js';
import { mayHaveP5 } from './script/mistakes/uncalled-sketch.js';
import { unmountedWarning } from './script/mistakes/unmounted-component.js';
import { type UnrenderedComponent, unrenderedWarning } from './script/mistakes/unrendered-component.js';
import type { Source } from './source.js';
import { compileStyles } from './styles/compile-styles.js';
import type { StylesInput } from './styles/compiled-styles.js';
import { beforeRules, cutAtRules, takeImports } from './styles/leading-imports.js';
import { runtimeTailwind } from './styles/runtime-tailwind.js';
import {
  findPlainStyleImports,
  findStyleImports,
  linkStyleImports,
  splitStyleImports,
} from './styles/style-imports.js';
import { stylesLanguage } from './styles/styles-language.js';
import { lineStarts, placeAt } from './text-position.js';

/** What the page depends on besides the project itself. */
export interface CompileTarget extends LibraryTarget {
  /** Loops count their iterations and call the runtime, which ends infinite ones. */
  checkLoops: boolean;
}

/** A project as a page, without the parts that have errors. */
export interface CompiledProject {
  document: BuiltDocument;
  /** The HTML pane as HTML, before anything was done to it. */
  html: string;
  /** The parts of `document.css`. */
  styles: PageStyles;
  /** The HTML pane is left out because of an error. */
  isMarkupBroken: boolean;
  /** The JavaScript pane is left out because of an error. */
  isScriptBroken: boolean;
  /** Specifiers that the code imports from npm packages. */
  packageImports: string[];
  /** Those whose package has no frozen version in the project. */
  missingPackages: string[];
  /** Specifiers that TypeScript leaves out of the page, of packages without a frozen version: only types use them. */
  typePackages: string[];
  problems: Problem[];
}

/** `document` is null if compiling had to be stopped. */
export type Compiled = CompiledProject | { document: null; problems: Problem[] };

/**
 * Turns a project into a page: compiles script, markup and styles separately, adds the libraries they need, then
 * builds the page. The author's mistakes are returned as problems, and the parts they break are left out; it throws
 * only for a bug of the studio. `classes`: those that the running page has added and that no source contains.
 */
export async function compile(
  source: Source,
  target: CompileTarget,
  classes: readonly string[] = [],
): Promise<CompiledProject> {
  const code = await compileCode(source, target);
  const { html, isMarkupBroken, script, markup, linked, typePackages } = code;
  // After the code: styles may never end, and no deadline ends them while the code loads a compiler.
  const compiled = await compileStylesOf(source, classes);
  const problems = [...markup.problems, ...compiled.problems, ...script.problems, ...linked.problems];
  // In the editor the app adds styles for new classes by compiling again.
  const watchesItself = isStyledByClass(source) && compiled.css !== null && target.mode === 'production';
  const library = libraryAddress(tailwindForPages, target.libraries);
  const sheetOf = (css: string | null) =>
    css === null ? null : cutAtRules(linkStyleImports(stripByteOrderMark(css), linked.styleAddresses));
  const css = compiled.css ?? (await importsAlone(source, html));
  const written: PageStyles = { js: sheetOf(script.css), css: sheetOf(css) };
  const { styles: behindBase, imports } = beforeBase(written, linked.styleAddresses, html);
  const styles = { ...behindBase, css: compiled.css === null ? null : behindBase.css };
  const resources = linkResources(source.frameworkConfig, target.isFile ?? false);
  const document = buildDocument({
    html: markup.html,
    css: joinSheets([styles.js, styles.css]),
    js: script.js,
    isModule: script.isModule,
    isStyledByClass: isStyledByClass(source),
    isCompiledHtml: source.frameworkConfig.htmlLanguage !== undefined,
    isFile: target.isFile ?? false,
    importMap: linked.importMap,
    head:
      penTimer(source) +
      (target.isFile ? '' : readableFiles(source)) +
      linked.head +
      resources.styles +
      imports +
      (watchesItself ? runtimeTailwind({ ...source, html }, library) : ''),
    externalScripts: resources.scripts,
    beforeScript: source.frameworkConfig.framework === 'react' ? reactGate(linked.frameworkScripts) : '',
    scriptMappings: script.mappings,
    insertions: { ...markup.insertions, [scriptName]: script.insertions },
  });
  const { packageImports, missingPackages } = linked;
  const isScriptBroken = script.isBroken;
  return {
    document,
    html,
    styles,
    isMarkupBroken,
    isScriptBroken,
    packageImports,
    missingPackages,
    typePackages,
    problems,
  };
}

/**
 * In a page whose base is on another site, the imports of the studio's style sheets as an element before that base, which
 * would lead their paths there.
 */
function beforeBase(
  styles: PageStyles,
  addresses: Readonly<Record<string, string>>,
  html: string,
): { styles: PageStyles; imports: string } {
  const own = new Set(Object.values(addresses));
  if (own.size === 0 || !hasForeignBase(html)) return { styles, imports: '' };
  const take = (sheet: Sheet | null) => (sheet ? takeImports(sheet, own) : { taken: '', rest: null });
  const js = take(styles.js);
  const css = take(styles.css);
  const imports = js.taken + css.taken;
  return {
    styles: { js: js.rest, css: css.rest },
    imports: imports && `<style>${escapeStyle(imports)}</style>`,
  };
}

/**
 * Broken styles without all but their imports of packages, which stay in a page whose base is on another site; null in
 * others, where they are a part of the last good styles.
 */
async function importsAlone(source: Source, html: string): Promise<string | null> {
  if (!hasForeignBase(html)) return null;
  const { imports } = splitStyleImports(source.css);
  return imports && (await compileStylesOf({ ...source, css: imports }, [])).css;
}

/**
 * The specifiers that the code and the styles of a project import from npm packages, without built-in packages and
 * without names in the project's own import map. A later `compile` with the same target reuses the result.
 */
export async function packageImports(source: Source, target: CompileTarget): Promise<string[]> {
  return (await compileCode(source, target)).linked.packageImports;
}

async function compileCode(source: Source, target: CompileTarget) {
  const { html, places, problems } = await markupOf(source);
  const [written, markup] = await Promise.all([
    compileScript(scriptInput(source, target)),
    compileHtml({
      html,
      places,
      checkLoops: target.checkLoops,
      nameScripts: target.mode === 'development',
      metaEnv: importMetaEnv(target),
    }),
  ]);
  const isMapped = mappedNames(markup.importMap, markup.base);
  const script = withoutFiles(written, isMapped);
  // From a base, a browser finds files without an ending.
  const hasBase = /@import/i.test(source.css + (script.css ?? '')) && findBase(html) !== null;
  const isPlain = isPlainCss(source);
  const uses: ImportUse[] = [
    ...script.imports.map((each) => ({ ...each, language: 'js' as const, isInStyles: false })),
    ...markup.imports.map((each) => ({ ...each, language: 'html' as const, isInStyles: false })),
    ...styleUses('css', isPlain && !hasBase, isPlain ? beforeRules(source.css) : source.css, source.css),
    ...styleUses('js', !hasBase, script.css ?? '', source.js),
  ];
  const unrendered = script.unrendered ? unshownWarning(script.unrendered, html, source) : [];
  return {
    html,
    isMarkupBroken: problems.some(isError),
    script: { ...script, problems: [...script.problems, ...unrendered] },
    markup: { ...markup, problems: [...problems, ...markup.problems] },
    linked: linkLibraries(source, target, uses, markup.importMap),
    typePackages: script.typeImports.filter((each) => isWithoutVersion(each, source) && !isMapped(each)),
  };
}

function unshownWarning(component: UnrenderedComponent, html: string, { frameworkConfig }: Source) {
  return frameworkConfig.framework === 'vue'
    ? unmountedWarning(component, html)
    : unrenderedWarning(component, html, frameworkConfig);
}

function isWithoutVersion(specifier: string, { frameworkConfig: { packages = {} } }: Source): boolean {
  const name = packageOf(specifier);
  return name !== null && packages[name] === undefined;
}

/** Whether no compiler reads the CSS pane, which would report what it does not find. */
function isPlainCss({ frameworkConfig }: Source): boolean {
  return stylesLanguage(frameworkConfig) === 'css' && frameworkConfig.cssFramework !== 'tailwind';
}

/**
 * What styles import of packages, with the places in the pane that they come from.
 * @param isPlain the names that have no ending are packages, too
 */
function styleUses(language: 'css' | 'js', isPlain: boolean, css: string, pane: string): ImportUse[] {
  const found = isPlain ? findPlainStyleImports(css) : findStyleImports(css);
  if (found.length === 0) return [];
  const starts = lineStarts(pane);
  const isAsWritten = pane.startsWith(css);
  /** In a pane whose styles were compiled, behind the import before. */
  let at = 0;
  return found.map(({ specifier, nameStart }) => {
    at = isAsWritten ? nameStart : Math.max(at, pane.indexOf(specifier, at));
    const position = placeAt(starts, at);
    return { language, isInStyles: true, specifier, names: [], hasAttributes: false, position };
  });
}

const memoizedMarkup = memoizeRecent(compileMarkup);

function markupOf({ html, frameworkConfig: { htmlLanguage } }: Source) {
  return memoizedMarkup({ html, ...(htmlLanguage && { htmlLanguage }) });
}

const memoizedStyles = memoizeRecent(compileStyles);

async function compileStylesOf(source: Source, classes: readonly string[]) {
  const { html } = await markupOf(source);
  return memoizedStyles(stylesInput({ ...source, html }, classes));
}

/** Only Tailwind reads the other panes and the classes. Without them, other styles are not compiled again. */
function stylesInput(source: Source, classes: readonly string[]): StylesInput {
  return isStyledByClass(source) ? { ...source, classes } : { ...source, html: '', js: '', classes: [] };
}

function isStyledByClass({ frameworkConfig }: Source): boolean {
  return frameworkConfig.cssFramework === 'tailwind';
}

function scriptInput(source: Source, target: CompileTarget) {
  const { js, frameworkConfig: config } = source;
  return {
    source: js,
    typescript: config.typescript,
    jsx: config.framework === 'react',
    vueComponent: config.framework === 'vue' && config.vueSfc,
    usesVue: config.framework === 'vue' && !config.vueSfc,
    hasTailwind: config.cssFramework === 'tailwind',
    hasRequire: mayHaveRequire(source),
    hasP5: mayHaveP5(source),
    // In a Vite project every script is a module.
    isModule: config.buildTool === 'vite',
    checkLoops: target.checkLoops,
    mode: target.mode,
    metaEnv: importMetaEnv(target),
  };
}

/** Compilers that are loaded, by the settings that select them. */
const loaded = new Set<string>();

/**
 * Loads the compilers for a project by compiling a tiny source, so that loading does not count towards its deadline.
 */
export async function loadCompilers(source: Source, target: CompileTarget): Promise<void> {
  const { frameworkConfig } = source;
  const smallest = { html: smallestMarkup(source), css: 'a{}', js: ';', frameworkConfig };
  const compilers = JSON.stringify(smallest);
  if (loaded.has(compilers)) return;
  await Promise.all([compile(smallest, target), compileStylesOf(smallest, [])]);
  loaded.add(compilers);
}
