import { compile } from 'tailwindcss';
import { memoizeRecent } from '../memoize-recent.js';
import type { Problem } from '../problem.js';
import type { CompiledStyles, StylesInput } from './compiled-styles.js';
import { withTailwindImport } from './runtime-tailwind.js';
import { findStyleImports } from './style-imports.js';
import { tailwindFilesOnly } from './tailwind-files-only.js';

interface Build {
  pane: string;
  candidates: Set<string>;
  css: string;
  add(candidates: string[]): string;
}

/** The pane changes far less often than the classes, and taking it in is most of the work. */
let last: Build | null = null;

/**
 * Tailwind 4: the pane may hold `@theme`, `@apply`, `@layer`, `@utility` and all else; its own import is added where it
 * is missing, on the first line, so that lines stay the editor's. The same sources always give the same styles.
 */
export async function compileTailwind({
  html,
  css: pane,
  js,
  classes,
}: StylesInput): Promise<CompiledStyles> {
  const { css: own, imports } = withoutStyleImports(pane);
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
 * Styles of a Vue component, which Vite gives Tailwind by themselves: with `@reference "tailwindcss"` they have its theme
 * and its utilities. Styles that use nothing of Tailwind stay as they are.
 */
export const compileTailwindComponent = memoizeRecent(async (css: string): Promise<CompiledStyles> => {
  const { css: own, imports } = withoutStyleImports(css);
  try {
    const { build } = await compile(own, tailwindFilesOnly);
    return { css: imports + importsFirst(build([])), problems: [] };
  } catch (error) {
    return { css: null, problems: [toTailwindProblem(error, css, 0)] };
  }
});

/** The pane without what it imports of packages, which are none of Tailwind's files: browsers load them. Places stay as they are. */
function withoutStyleImports(pane: string): { css: string; imports: string } {
  let css = '';
  let imports = '';
  let at = 0;
  for (const { start, end } of findStyleImports(pane)) {
    css += pane.slice(at, start) + ' '.repeat(end - start);
    imports += `${pane.slice(start, end)}\n`;
    at = end;
  }
  return { css: css + pane.slice(at), imports };
}

async function startBuild(pane: string, css: string): Promise<Build> {
  const { build } = await compile(css, tailwindFilesOnly);
  return { pane, candidates: new Set(), css: '', add: build };
}

/** Classes that one looks for in the rules; without more of them it is another page. */
const mostGone = 100;

/** True where a class is gone that has a rule: a build only ever grows. */
function leavesRules({ candidates: before, css }: Build, now: Set<string>): boolean {
  const gone = [...before].filter((name) => !now.has(name));
  if (gone.length > mostGone) return true;
  const selectors = css.replaceAll('\\', '');
  return gone.some((name) => /^\d/.test(name) || selectors.includes(`.${name}`));
}

/** Browsers take an `@import` only before all rules; Tailwind leaves it where it stood behind its own. */
function importsFirst(css: string): string {
  const imports: string[] = [];
  const rest = css.replace(/^@import\s(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)|[^;{}"'(\n])*;$/gm, (statement) => {
    imports.push(statement);
    return '';
  });
  return imports.length === 0 ? css : `${imports.join('\n')}\n${rest}`;
}

/** Text between spaces and quotes: classes in attributes and in strings, whatever language they stand in. */
const quoted = /[^\s"'`]+/g;

/** The same text with its brackets whole, quotes in them included, and cut at the signs of markup and code around them. */
const bracketed = /(?:[^\s"'`<>={};,[\]()]|\[(?:[^\s[\]]|\[[^\s[\]]*\])*\]|\((?:[^\s()]|\([^\s()]*\))*\))+/g;

/** Longer than any class; what is longer is data. */
const longest = 300;

/**
 * All that may be a Tailwind class in the texts, in one pass over each and without understanding any of them: Tailwind
 * itself leaves out what is none.
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
 * What Tailwind threw, at its place in the pane: syntax errors carry an offset, all others name what they mean in
 * backticks, and that stands in the pane. `prefixLength`: how much was put in front of the first line.
 */
function toTailwindProblem(error: unknown, pane: string, prefixLength: number): Problem {
  if (!(error instanceof Error)) throw error;
  const said = error instanceof RangeError ? 'Rules are nested too deep.' : error.message;
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
  return Math.max(0, pane.indexOf(word));
}
