import type { Program } from 'acorn';
import MagicString from 'magic-string';
import { memoizeRecent } from '../memoize-recent.js';
import type { Problem } from '../problem.js';
import { onlyLineEnds, positionAt, type TextPosition } from '../text-position.js';
import { type Insertion, insertLoopChecks } from './insert-loop-checks.js';
import {
  findImports,
  isPackageStyle,
  isRelative,
  isStyleImport,
  type ModuleImport,
} from './module-imports.js';
import { parseScript } from './parse-script.js';
import { locateIn, type ScriptState, scriptProblem } from './script-state.js';
import { type Dialect, transpile } from './transpile.js';
import { compileVueComponent } from './vue/compile-component.js';

export interface ScriptInput extends Dialect {
  source: string;
  /** The text is a Vue single-file component. */
  vueComponent: boolean;
  /** The text is a module whatever it holds. */
  isModule: boolean;
  checkLoops: boolean;
  mode: 'development' | 'production';
}

/** An import that has to be resolved in the page, with its place in the JavaScript pane. */
export interface BareImport extends Pick<ModuleImport, 'specifier' | 'names' | 'hasAttributes'> {
  position: TextPosition;
}

/** A script as browsers take it; empty where a mistake breaks it. */
export interface CompiledScript {
  js: string;
  isModule: boolean;
  imports: BareImport[];
  /** Styles that came with it; null where an error keeps them from being made. */
  css: string | null;
  /** The line in the JavaScript pane for each line of `js`, 0 where none was written; null: they are the same. */
  lines: readonly number[] | null;
  /** What stands in the lines of `js` and was not written there. */
  insertions: Insertion[];
  isBroken: boolean;
  problems: Problem[];
}

/** Compiles the JavaScript pane. Its mistakes come back as problems with the editor's positions. */
export const compileScript = memoizeRecent(async (input: ScriptInput): Promise<CompiledScript> => {
  const { source, vueComponent, mode } = input;
  if (source.trim() === '') return { ...brokenBy([]), css: '', isBroken: false };
  const draft = vueComponent ? await compileVueComponent(source, mode) : await transpileDraft(source, input);
  if (draft.isBroken) return brokenBy(draft.problems);
  const parsed = await parseScript(draft.js, input.isModule || vueComponent ? 'module' : 'detect');
  if (parsed.mistake) {
    const { message, offset } = parsed.mistake;
    return brokenBy([...draft.problems, scriptProblem(message, locateIn(draft)(offset))]);
  }
  const { isModule, program } = parsed;
  const finished = program ? await finish(draft, program, input) : unread(draft);
  const { css, lines } = draft;
  return finished.isBroken ? brokenBy(finished.problems) : { isModule, css, lines, ...finished };
});

function brokenBy(problems: Problem[]): CompiledScript {
  return {
    js: '',
    isModule: false,
    imports: [],
    css: null,
    lines: null,
    insertions: [],
    isBroken: true,
    problems,
  };
}

async function transpileDraft(source: string, dialect: Dialect): Promise<ScriptState> {
  const draft: ScriptState = { source, js: source, css: '', lines: null, isBroken: false, problems: [] };
  const result = await transpile(source, dialect);
  if ('code' in result) return { ...draft, js: result.code };
  const { message, offset } = result.mistake;
  return { ...draft, isBroken: true, problems: [scriptProblem(message, positionAt(source, offset))] };
}

type Finished = Pick<CompiledScript, 'js' | 'imports' | 'insertions' | 'isBroken' | 'problems'>;

/** The last steps, on the program that browsers will run: what it imports, and the guard in its loops. */
async function finish(draft: ScriptState, program: Program, input: ScriptInput): Promise<Finished> {
  const edited = new MagicString(draft.js);
  const locate = locateIn(draft);
  const imports = new Map<string, BareImport>();
  const mistakes = new Map<string, Problem>();
  for (const found of await findImports(program)) {
    const { specifier, names, kind, hasAttributes, start, end } = found;
    const known = imports.get(specifier);
    if (kind === 'bare' && isStyleImport(specifier) && !isPackageStyle(specifier)) {
      edited.update(start, end, `;${onlyLineEnds(draft.js.slice(start, end))}`);
    } else if (known) known.names.push(...names);
    else if (isRelative(specifier)) {
      if (!mistakes.has(specifier))
        mistakes.set(specifier, scriptProblem(relativeImport(specifier), locate(found.nameStart, specifier)));
    } else
      imports.set(specifier, {
        specifier,
        names,
        hasAttributes,
        position: locate(found.nameStart, specifier),
      });
  }
  const insertions = input.checkLoops ? await insertLoopChecks(edited, program, locate) : [];
  return {
    js: edited.toString(),
    imports: [...imports.values()],
    insertions,
    isBroken: mistakes.size > 0,
    problems: [...draft.problems, ...mistakes.values()],
  };
}

function relativeImport(specifier: string): string {
  return isStyleImport(specifier)
    ? `Cannot take values from "${specifier}": styles are written in the CSS pane`
    : `Cannot import "${specifier}": a project has one script, so put that code into this pane`;
}

function unread({ js, problems }: ScriptState): Finished {
  const message =
    'The code is nested too deeply to be looked into: endless loops will not be stopped by line';
  return {
    js,
    imports: [],
    insertions: [],
    isBroken: false,
    problems: [...problems, scriptProblem(message, { line: 1, column: 1 }, 'warning')],
  };
}
