import { compile } from 'tailwindcss';
import type { CompiledStyles, StylesInput } from './compiled-styles.js';
import { findCandidates } from './tailwind-candidates.js';
import { tailwindFilesOnly } from './tailwind-files-only.js';
import { withTailwindImport } from './tailwind-import.js';
import { toTailwindProblem } from './tailwind-problem.js';

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
  const { css: whole, added } = withTailwindImport(pane);
  try {
    const candidates = new Set([...findCandidates(html, pane, js), ...classes]);
    if (last?.pane !== pane || leavesRules(last, candidates)) last = await startBuild(pane, whole);
    last.css = last.add([...candidates]);
    last.candidates = candidates;
    return { css: importsFirst(last.css), problems: [] };
  } catch (error) {
    last = null;
    return { css: null, problems: [toTailwindProblem(error, pane, added)] };
  }
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
