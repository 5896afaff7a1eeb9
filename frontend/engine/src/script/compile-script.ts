import type { Program } from 'acorn';
import MagicString from 'magic-string';
import type { Problem } from '../problem.js';
import { rememberRecent } from '../recent-results.js';
import { lineAt, lineStarts, positionAt, type TextPosition } from '../text-position.js';
import { guardLoops } from './guard-loops.js';
import { type ImportUse, readImports } from './module-imports.js';
import { parseScript, type SyntaxMistake } from './parse-script.js';
import { transpile } from './transpile.js';
import { compileVueComponent } from './vue/compile-component.js';

export interface ScriptInput {
  js: string;
  typescript: boolean;
  jsx: boolean;
  /** The text is a Vue single-file component. */
  vueComponent: boolean;
  /** The text is a module whatever it holds. */
  isModule: boolean;
  guardLoops: boolean;
  mode: 'development' | 'production';
}

/** A script as browsers take it. */
export interface CompiledScript {
  js: string;
  isModule: boolean;
  /** What it imports from other modules. */
  imports: ImportUse[];
  /** Styles that came with it. */
  css: string;
  /** The line in the JavaScript pane for each line of `js`; null: they are the same. */
  lines: readonly number[] | null;
  problems: Problem[];
}

/** A script on its way: its text now, and where its lines were written. */
interface Draft {
  js: string;
  css: string;
  lines: readonly number[] | null;
  problems: Problem[];
}

/** Compiles the JavaScript pane. Its mistakes come back as problems with the editor's positions. */
export const compileScript = rememberRecent(async (input: ScriptInput): Promise<CompiledScript> => {
  if (input.js.trim() === '') return nothing([]);
  const draft = input.vueComponent ? await compileVueComponent(input) : await transpiled(input);
  if (draft.problems.some(({ severity }) => severity === 'error')) return nothing(draft.problems);
  const parsed = await parseScript(draft.js, input.isModule || input.vueComponent ? 'module' : 'detect');
  if (parsed.mistake) return nothing([...draft.problems, problemAt(parsed.mistake, draft, input.js)]);
  return finish(draft, parsed.program, parsed.isModule, input);
});

async function transpiled({ js, typescript, jsx }: ScriptInput): Promise<Draft> {
  const result = await transpile(js, { typescript, jsx });
  if ('js' in result) return { js: result.js, css: '', lines: null, problems: [] };
  const { message, offset } = result.mistake;
  return { js, css: '', lines: null, problems: [jsProblem(message, positionAt(js, offset))] };
}

/** The last steps, on the program that browsers will run: what it imports, and the guard in its loops. */
async function finish(
  draft: Draft,
  program: Program | null,
  isModule: boolean,
  input: ScriptInput,
): Promise<CompiledScript> {
  const { css, lines } = draft;
  if (!program) {
    const problem = jsProblem(tooDeep, { line: 1, column: 1 }, 'warning');
    return { js: draft.js, isModule, imports: [], css, lines, problems: [...draft.problems, problem] };
  }
  const edited = new MagicString(draft.js);
  const { imports, mistakes } = await readImports(edited, program);
  const starts = lineStarts(draft.js);
  const sourceLine = (offset: number) => writtenLine(lineAt(starts, offset), lines);
  if (input.guardLoops) await guardLoops(edited, program, sourceLine);
  const problems = mistakes.map((mistake) => problemAt(mistake, draft, input.js));
  const located = imports.map((each) => ({
    ...each,
    position: writtenPosition(each.offset, draft, input.js, each.specifier),
  }));
  return {
    js: edited.toString(),
    isModule,
    imports: located,
    css,
    lines,
    problems: [...draft.problems, ...problems],
  };
}

const tooDeep = 'The code is nested too deeply to be looked into: loops without end will not be stopped';
