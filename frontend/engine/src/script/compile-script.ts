import type { Program } from 'acorn';
import MagicString from 'magic-string';
import { memoizeRecent } from '../memoize-recent.js';
import type { Problem } from '../problem.js';
import { onlyLineEnds, positionAt, type TextPosition } from '../text-position.js';
import { type ImportMetaEnv, insertMetaEnv } from './import-meta-env.js';
import { insertLoopChecks, refusesLoopChecks } from './insert-loop-checks.js';
import { missingDialect } from './mistakes/missing-dialect.js';
import { requiredModules } from './mistakes/required-modules.js';
import { uncalledSketch } from './mistakes/uncalled-sketch.js';
import { findUnmounted } from './mistakes/unmounted-component.js';
import { findUnrendered, type UnrenderedComponent } from './mistakes/unrendered-component.js';
import { whyNoFile, whyNoStyles } from './mistakes/unsupported-imports.js';
import {
  findImports,
  isOtherFile,
  isPackageStyle,
  isStyleImport,
  type ModuleImport,
} from './module-imports.js';
import { replaceNodeEnv } from './node-env.js';
import type { Dialect } from './parse-script.js';
import { readScript } from './read-script.js';
import { type Insertion, ScriptInsertions } from './script-insertions.js';
import { emptyState, locateIn, type ScriptState, scriptProblem } from './script-state.js';
import { typeImports } from './type-imports.js';
import { compileVueComponent } from './vue/compile-component.js';

export interface ScriptInput extends Dialect {
  source: string;
  /** The text is a Vue single-file component. */
  vueComponent: boolean;
  /** The page has Vue, and the text is a script of its own. */
  usesVue: boolean;
  /** Tailwind compiles the styles of a Vue component. */
  hasTailwind: boolean;
  /** The page may have a `require` of its own. */
  hasRequire: boolean;
  /** The page may have p5, which calls global functions of the script. */
  hasP5: boolean;
  /** The text is a module even without imports and exports. */
  isModule: boolean;
  checkLoops: boolean;
  mode: 'development' | 'production';
  metaEnv: ImportMetaEnv;
}

/** An import that the page has to resolve, with its position in the JavaScript pane. */
export interface BareImport extends Pick<ModuleImport, 'specifier' | 'names' | 'hasAttributes'> {
  position: TextPosition;
  /** By `import()`: it fails only if it is reached, and code may handle that. */
  isDynamic: boolean;
}

/** A script as browsers run it; empty if a mistake breaks it. Relative imports are not judged yet (`withoutFiles`). */
export interface CompiledScript {
  js: string;
  isModule: boolean;
  imports: BareImport[];
  /** Specifiers that TypeScript leaves out, because only types use them, or nothing yet. */
  typeImports: string[];
  /** Styles of a Vue component; null if they have an error. */
  css: string | null;
  /** Source map mappings to the JavaScript pane; null: lines are unchanged. */
  mappings: string | null;
  /** Texts that the engine inserted into the lines of `js`. */
  insertions: Insertion[];
  /** A component of React or Vue that it exports and that nothing in it shows. */
  unrendered: UnrenderedComponent | null;
  isBroken: boolean;
  problems: Problem[];
}

/** Compiles the JavaScript pane. Returns its mistakes as problems with positions in the editor. */
export const compileScript = memoizeRecent(async (input: ScriptInput): Promise<CompiledScript> => {
  const { source, vueComponent, mode, hasTailwind } = input;
  if (source.trim() === '') return { ...brokenBy([]), css: '', isBroken: false };
  const draft = vueComponent
    ? await compileVueComponent(source, mode, hasTailwind)
    : await readDraft(source, input);
  if (draft.isBroken) return brokenBy(draft.problems);
  const { program, isModule, css, mappings } = draft;
  const finished = program ? await finish(draft, program, input) : unread(draft);
  return { isModule, css, mappings, isBroken: false, ...finished };
});

function brokenBy(problems: Problem[]): CompiledScript {
  return {
    js: '',
    isModule: false,
    imports: [],
    typeImports: [],
    css: null,
    mappings: null,
    insertions: [],
    unrendered: null,
    isBroken: true,
    problems,
  };
}

async function readDraft(source: string, input: ScriptInput): Promise<ScriptState> {
  const state = emptyState(source);
  const goal = input.isModule ? 'module' : 'detect';
  const read = await readScript(source, input, goal);
  if (!('mistake' in read)) return { ...state, ...read };
  const { offset } = read.mistake;
  const hint = await missingDialect(source, input, goal, offset);
  // TypeScript's messages end with a full stop.
  const message = hint ? `${read.mistake.message.replace(/\.$/, '')}. ${hint}` : read.mistake.message;
  return { ...state, isBroken: true, problems: [scriptProblem(message, positionAt(source, offset))] };
}

type Finished = Pick<
  CompiledScript,
  'js' | 'imports' | 'typeImports' | 'insertions' | 'unrendered' | 'problems'
>;

/**
 * The last steps, on the program that browsers will run: its imports, what Vite puts into it, and the guards in its loops.
 */
async function finish(draft: ScriptState, program: Program, input: ScriptInput): Promise<Finished> {
  const edited = new MagicString(draft.js);
  const locate = locateIn(draft);
  const imports = new Map<string, BareImport>();
  const problems = [...draft.problems];
  if (!input.hasRequire) problems.push(...requiredModules(program, draft.js, locate));
  if (!input.hasP5) problems.push(...uncalledSketch(program, draft.js, locate));
  for (const found of findImports(program)) {
    const { specifier, names, kind, hasAttributes, nameStart, start, end } = found;
    const isDynamic = kind === 'dynamic';
    const key = `${specifier} ${hasAttributes} ${isDynamic}`;
    const known = imports.get(key);
    // Looked for with its quotes: what is imported often has the same name.
    const quoted = () => draft.js.slice(nameStart - 1, nameStart + specifier.length + 1);
    const place = () => behindQuote(locate(nameStart - 1, quoted()));
    if (kind === 'bare' && isStyleImport(specifier) && !isPackageStyle(specifier)) {
      edited.update(start, end, `;${onlyLineEnds(draft.js.slice(start, end))}`);
      const reason = whyNoStyles(specifier, input.hasTailwind);
      if (reason !== null) problems.push(scriptProblem(reason, place(), 'warning'));
    } else if (known) for (const name of names) known.names.push(name);
    else
      imports.set(key, {
        specifier,
        names,
        hasAttributes,
        isDynamic,
        position: place(),
      });
  }
  replaceNodeEnv(edited, program, input.metaEnv.MODE);
  const script = new ScriptInsertions(edited);
  if (draft.isModule) insertMetaEnv(script, program, input.metaEnv, locate);
  if (input.checkLoops && !refusesLoopChecks(input.source)) insertLoopChecks(script, program, locate);
  return {
    js: edited.toString(),
    imports: [...imports.values()],
    typeImports: await typeImports(input, new Set([...imports.values()].map(({ specifier }) => specifier))),
    insertions: script.places(),
    unrendered: unshown(program, locate, input),
    problems,
  };
}

function unshown(program: Program, locate: ReturnType<typeof locateIn>, { jsx, usesVue }: ScriptInput) {
  if (usesVue) return findUnmounted(program, locate);
  return jsx ? findUnrendered(program, locate) : null;
}

/**
 * The script, broken by imports of other files: a project has none, but its own import map may name them (`isMapped`).
 * An `import()` of one is only a warning.
 */
export function withoutFiles(
  script: CompiledScript,
  isMapped: (specifier: string) => boolean,
): CompiledScript {
  const files = script.imports.filter(({ specifier }) => isOtherFile(specifier) && !isMapped(specifier));
  if (files.length === 0) return script;
  const problems = files.map(({ specifier, isDynamic, position }) =>
    scriptProblem(whyNoFile(specifier, isDynamic), position, isDynamic ? 'warning' : 'error'),
  );
  if (files.every(({ isDynamic }) => isDynamic))
    return { ...script, problems: [...script.problems, ...problems] };
  return brokenBy([...script.problems, ...problems]);
}

function behindQuote({ line, column }: TextPosition): TextPosition {
  return { line, column: column + 1 };
}

function unread({ js, problems }: ScriptState): Finished {
  const message =
    'The code is nested too deeply to be looked into: endless loops will not be stopped by line';
  return {
    js,
    imports: [],
    typeImports: [],
    insertions: [],
    unrendered: null,
    problems: [...problems, scriptProblem(message, { line: 1, column: 1 }, 'warning')],
  };
}
