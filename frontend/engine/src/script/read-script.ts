import type { Program } from 'acorn';
import type { Options } from 'sucrase';
import { onDemand } from '../load-on-demand.js';
import { mayJoinLines } from './joined-lines.js';
import {
  type Dialect,
  isTooDeep,
  type ParsedScript,
  parseScript,
  type ScriptGoal,
  type SyntaxMistake,
} from './parse-script.js';
import { originOffset } from './source-positions.js';

/** A script as JavaScript, or its first mistake, by its offset in the original text. */
export type ScriptReading =
  | {
      js: string;
      /** Source map mappings from `js` to the original text; null: lines are unchanged. */
      mappings: string | null;
      /** Null if the code is nested too deeply to be parsed; browsers may still run it. */
      program: Program | null;
      isModule: boolean;
    }
  | { mistake: SyntaxMistake };

const loadTypeScript = onDemand(() => import('./transpile.js'));
export const loadSucrase = onDemand(() => import('sucrase'));
const loadJsx = onDemand(() => import('acorn-jsx'));

/**
 * Reads a script; compiles TypeScript and JSX to ES2022. Sucrase is eight times as fast as TypeScript and keeps the
 * lines; TypeScript compiles what sucrase does not support, and everything that may have mistakes (ADR 51).
 */
export async function readScript(
  source: string,
  { typescript, jsx }: Dialect,
  goal: ScriptGoal,
): Promise<ScriptReading> {
  if (!typescript && !jsx) return reading(source, null, await parseScript(source, goal));
  const needsTypeScript = hardSyntax.test(source) || (jsx && attributeOfLines.test(source));
  const quick = needsTypeScript ? null : await readQuickly(source, { typescript, jsx }, goal);
  const isQuick =
    quick && 'js' in quick && !(typescript && (await mayJoinLines(source, quick.js, quick.isModule)));
  if (isQuick) return quick;
  const { transpile } = await loadTypeScript();
  const result = transpile(source, { typescript, jsx });
  if ('mistake' in result) return result;
  const { mappings } = result;
  const code = writtenExport.test(source) ? result.code : result.code.replace(addedExport, '');
  const parsed = await parseScript(code, goal);
  if (!parsed.mistake) return reading(code, mappings, parsed);
  const offset = originOffset(mappings, code, source, parsed.mistake.offset);
  return { mistake: { ...parsed.mistake, offset } };
}

/**
 * Syntax that sucrase drops or keeps (namespaces, `using`, pragmas), and enums: it gives computed texts a way back to
 * their names, and those in blocks the scope of `var`. A false match only costs time.
 */
const hardSyntax = /\b(?:namespace|module|using)\b|\benum\s+[$_\p{ID_Start}]|@jsx/u;
/**
 * What TypeScript adds where all imports and exports were of types. Sucrase adds nothing, so the script would be a
 * module or not by the compiler that reads it.
 */
const addedExport = /^export \{\};$/m;
const writtenExport = /\bexport\s*\{\s*\}/;
/** A text over several lines, where sucrase makes spaces of line ends. */
const attributeOfLines = /=\s*(?:"[^"\n]*\n|'[^'\n]*\n)/;

/** Compiles a script with sucrase. Null if sucrase fails or its result does not parse. */
export async function readQuickly(
  source: string,
  dialect: Dialect,
  goal: ScriptGoal,
): Promise<ScriptReading | null> {
  const { transform } = await loadSucrase();
  const attempt = (code: string, options: Options): string | null => {
    try {
      // `production` leaves out the file names that React's developer tools would read.
      return transform(code, { production: true, disableESTransforms: true, ...options }).code;
    } catch {
      // Sucrase throws the same errors for mistakes and for unsupported syntax; TypeScript distinguishes them.
      return null;
    }
  };
  const untyped = dialect.typescript
    ? attempt(source, {
        transforms: dialect.jsx ? ['typescript', 'jsx'] : ['typescript'],
        jsxRuntime: 'preserve',
      })
    : source;
  if (untyped === null || !dialect.jsx) return accepted(untyped, goal);
  // Sucrase accepts any end tag for any element.
  if (!(await isJsx(untyped))) return null;
  return accepted(attempt(untyped, { transforms: ['jsx'], jsxRuntime: 'classic' }), goal);
}

async function accepted(js: string | null, goal: ScriptGoal): Promise<ScriptReading | null> {
  if (js === null) return null;
  const parsed = await parseScript(js, goal);
  return parsed.mistake ? null : reading(js, null, parsed);
}

/** True for valid JavaScript or JSX with matching tags. */
export async function isJsx(code: string): Promise<boolean> {
  const { Parser } = await import('acorn');
  const { default: jsx } = await loadJsx();
  try {
    Parser.extend(jsx()).parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
    });
    return true;
  } catch (error) {
    if (error instanceof SyntaxError || isTooDeep(error)) return false;
    throw error;
  }
}

function reading(js: string, mappings: string | null, parsed: ParsedScript): ScriptReading {
  if (parsed.mistake) return { mistake: parsed.mistake };
  return { js, mappings, program: parsed.program, isModule: parsed.isModule };
}
