import { compile } from 'tailwindcss';
import { memoizeRecent } from '../memoize-recent.js';
import type { Problem } from '../problem.js';
import { isStackOverflow } from '../stack-overflow.js';
import type { CompiledStyles, StylesInput } from './compiled-styles.js';
import { withTailwindImport } from './runtime-tailwind.js';
import { splitStyleImports } from './style-imports.js';
import { tailwindFilesOnly } from './tailwind-files-only.js';

interface Build {
  pane: string;
  candidates: Set<string>;
  css: string;
  add(candidates: string[]): string;
}

/** Reused while the pane stays the same: parsing it is most of the work, and classes change far more often. */
let last: Build | null = null;

/**
 * Tailwind 4, with all its directives, such as `@theme`, `@apply`, `@layer` and `@utility`. A missing import of
 * Tailwind is added on the first line, so that line numbers stay those of the editor. The same sources always give
 * the same styles.
 */
export async function compileTailwind({
  html,
  css: pane,
  js,
  classes,
}: StylesInput): Promise<CompiledStyles> {
  const { css: own, imports } = splitStyleImports(pane);
  const { css: whole, added } = withTailwindImport(own);
  try {
    const candidates = new Set([...findCandidates(html, pane, js), ...classes]);
    if (last?.pane !== pane || leavesRules(last, candidates)) last = await startBuild(pane, whole);
    last.css = last.add([...candidates]);
    last.candidates = candidates;
    return { css: imports + importsFirst(last.css), problems: [] };
  } catch (error) {
    last = null;
    return { css: null, problems: [toTailwindProblem(error, pane, added)] };
  }
}

/**
 * Compiles one `<style>` of a Vue component by itself, as Vite does: with `@reference "tailwindcss"` it can use the theme
 * and the utilities. Styles that use nothing of Tailwind do not change.
 */
export const compileTailwindComponent = memoizeRecent(async (css: string): Promise<CompiledStyles> => {
  const { css: own, imports } = splitStyleImports(css);
  try {
    const { build } = await compile(own, tailwindFilesOnly);
    return { css: imports + importsFirst(build([])), problems: [] };
  } catch (error) {
    return { css: null, problems: [toTailwindProblem(error, css, 0)] };
  }
});

async function startBuild(pane: string, css: string): Promise<Build> {
  const { build } = await compile(css, tailwindFilesOnly);
  return { pane, candidates: new Set(), css: '', add: build };
}

/** If more classes are gone, it is another page and a new build is started without searching the rules. */
const maxGone = 100;

/** True if a removed class still has a rule: a build cannot remove rules. */
function leavesRules({ candidates: before, css }: Build, now: Set<string>): boolean {
  const gone = [...before].filter((name) => !now.has(name));
  if (gone.length > maxGone) return true;
  const selectors = css.replaceAll('\\', '');
  return gone.some((name) => /^\d/.test(name) || selectors.includes(`.${name}`));
}

/** Moves `@import` before all rules, where browsers require it; Tailwind keeps it behind its own rules. */
function importsFirst(css: string): string {
  const imports: string[] = [];
  const rest = css.replace(/^@import\s(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)|[^;{}"'(\n])*;$/gm, (statement) => {
    imports.push(statement);
    return '';
  });
  return imports.length === 0 ? css : `${imports.join('\n')}\n${rest}`;
}

/** Text between spaces and quotes: classes in attributes and strings of any language. */
const quoted = /[^\s"'`]+/g;

/** Classes with balanced brackets, which may contain quotes; split at characters of the markup and code around them. */
const bracketed = /(?:[^\s"'`<>={};,[\]()]|\[(?:[^\s[\]]|\[[^\s[\]]*\])*\]|\((?:[^\s()]|\([^\s()]*\))*\))+/g;

/** In characters; anything longer is data, not a class. */
const longest = 300;

/**
 * All possible Tailwind classes in the texts, in one pass over each, without parsing them: Tailwind itself ignores
 * what is not a class.
 */
export function findCandidates(...texts: string[]): Set<string> {
  const candidates = new Set<string>();
  for (const text of texts) {
    for (const pattern of [quoted, bracketed]) {
      for (const [word] of text.matchAll(pattern)) {
        const candidate = word.replace(/[.:,;]$/, '');
        if (candidate !== '' && candidate.length <= longest) candidates.add(candidate);
      }
    }
  }
  return candidates;
}

/**
 * Turns Tailwind's error into a problem with a position in the pane: syntax errors have an offset, all others quote the
 * code in backticks. `prefixLength`: characters that were added in front of the first line.
 */
function toTailwindProblem(error: unknown, pane: string, prefixLength: number): Problem {
  if (!(error instanceof Error)) throw error;
  const said = isStackOverflow(error) ? 'Rules are nested too deeply.' : error.message;
  const [firstLine = ''] = said.replace(/^style\.css:\d+:\d+: /, '').split('\n');
  const offset = offsetOf(error, pane, prefixLength);
  const before = pane.slice(0, offset).split('\n');
  return {
    language: 'css',
    severity: 'error',
    message: firstLine,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
  };
}

function offsetOf(error: Error, pane: string, prefixLength: number): number {
  if ('loc' in error && Array.isArray(error.loc) && typeof error.loc[1] === 'number')
    return Math.max(0, error.loc[1] - prefixLength);
  const [, name] = /`([^`]+)`/.exec(error.message) ?? [];
  const word = /variant: (\S+)/.exec(error.message)?.[1] ?? name ?? '';
  const applied = error.message.startsWith('Cannot apply') ? appliedAt(pane, word) : null;
  return applied ?? Math.max(0, pane.indexOf(word));
}

/** Where an `@apply` names a class, which the pane may also define. */
function appliedAt(pane: string, name: string): number | null {
  const apply = /\/\*.*?(?:\*\/|$)|@apply\b([^;{}]*)/gs;
  for (const { index, 0: whole, 1: names = '' } of pane.matchAll(apply)) {
    const place = ` ${names.replace(/\s/g, ' ')} `.indexOf(` ${name} `);
    if (place >= 0) return index + whole.length - names.length + place;
  }
  return null;
}
