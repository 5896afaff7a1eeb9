import type { Program } from 'acorn';
import type { Transform } from 'sucrase';
import {
  type Dialect,
  isTooDeep,
  type ParsedScript,
  parseScript,
  type ScriptGoal,
  type SyntaxMistake,
} from './parse-script.js';
import { originOffset } from './source-positions.js';

/** A script as JavaScript, or its first mistake, by its offset in the text as it was written. */
export type ScriptReading =
  | {
      js: string;
      /** From where `js` comes: the mappings of a source map; null: every line is where it was. */
      mappings: string | null;
      /** Null where the code is nested too deeply for us to look into; browsers may still run it. */
      program: Program | null;
      isModule: boolean;
    }
  | { mistake: SyntaxMistake };

/**
 * Reads a script, TypeScript and JSX as JavaScript of the year 2022. Sucrase does that eight times as fast as TypeScript, and
 * keeps the lines; what it does not know, and whatever may be wrong, is TypeScript's (ADR 51).
 */
export async function readScript(
  source: string,
  { typescript, jsx }: Dialect,
  goal: ScriptGoal,
): Promise<ScriptReading> {
  if (!typescript && !jsx) return reading(source, null, await parseScript(source, goal));
  const quick = needsTypeScript.test(source) ? null : await readQuickly(source, { typescript, jsx }, goal);
  if (quick) return quick;
  const { transpile } = await import('./transpile.js');
  const result = transpile(source, { typescript, jsx });
  if ('mistake' in result) return result;
  const { code, mappings } = result;
  const parsed = await parseScript(code, goal);
  if (!parsed.mistake) return reading(code, mappings, parsed);
  const offset = originOffset(mappings, code, source, parsed.mistake.offset);
  return { mistake: { ...parsed.mistake, offset } };
}

/** What sucrase would leave out or leave as it is: namespaces, `using`, pragmas. Other words mean no more than some time. */
const needsTypeScript = /\b(?:namespace|module|using)\b|@jsx/;

/** Null where sucrase, or a look at what it has made, finds anything that is not plain. */
async function readQuickly(
  source: string,
  dialect: Dialect,
  goal: ScriptGoal,
): Promise<ScriptReading | null> {
  const { transform } = await import('sucrase');
  // `production` leaves out the file names that React's developer tools would read.
  const options = { production: true, disableESTransforms: true } as const;
  const transforms: Transform[] = dialect.typescript ? ['typescript'] : [];
  try {
    if (!dialect.jsx) return accepted(transform(source, { ...options, transforms }).code, goal);
    const untyped = dialect.typescript
      ? transform(source, { ...options, transforms: [...transforms, 'jsx'], jsxRuntime: 'preserve' }).code
      : source;
    // Sucrase takes any end tag for any element.
    if (!(await hasRightTags(untyped))) return null;
    return await accepted(
      transform(untyped, { ...options, transforms: ['jsx'], jsxRuntime: 'classic' }).code,
      goal,
    );
  } catch (error) {
    if (error instanceof SyntaxError || isTooDeep(error)) return null;
    throw error;
  }
}

async function accepted(js: string, goal: ScriptGoal): Promise<ScriptReading | null> {
  const parsed = await parseScript(js, goal);
  return parsed.mistake ? null : reading(js, null, parsed);
}

async function hasRightTags(code: string): Promise<boolean> {
  const { Parser } = await import('acorn');
  const { default: jsx } = await import('acorn-jsx');
  try {
    Parser.extend(jsx()).parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowReturnOutsideFunction: true,
    });
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function reading(js: string, mappings: string | null, parsed: ParsedScript): ScriptReading {
  if (parsed.mistake) return { mistake: parsed.mistake };
  return { js, mappings, program: parsed.program, isModule: parsed.isModule };
}
