import type { CompiledProject } from './compile.js';
import type { Problem } from './problem.js';
import type { Source } from './source.js';
import { stylesLanguage } from './styles/styles-language.js';

/** Milliseconds, once the compilers are loaded; far more than a normal project needs. */
export const compileDeadlineMs = 5_000;

/** Why a compiler was stopped. */
export type CompileEnd = 'too slow' | 'too large';

const reasons: Record<CompileEnd, string> = {
  'too slow': `Compiling took longer than ${compileDeadlineMs / 1_000} seconds and was stopped; look for a loop that never ends.`,
  'too large': 'Compiling needed too much memory and was stopped; look for a loop that never ends.',
};

/** The problem to report for a stopped compiler, in the pane whose compiler may loop: compiled styles, else Pug. */
export function endedCompile({ css, frameworkConfig }: Source, end: CompileEnd): Problem {
  const isPlain = stylesLanguage(frameworkConfig) === 'css' && frameworkConfig.cssFramework !== 'tailwind';
  const isPug = frameworkConfig.htmlLanguage === 'pug';
  const language = isPlain || (isPug && css === '') ? (isPug ? 'html' : 'js') : 'css';
  return { language, severity: 'error', message: reasons[end], line: 1, column: 1 };
}

/** The source without the pane that the problem names, to compile the rest. */
export function withoutPane(source: Source, { language }: Problem): Source {
  return { ...source, [language]: '' };
}

/** The page compiled from `withoutPane`, with that pane marked as broken. */
export function withBrokenPane(rest: CompiledProject, problem: Problem): CompiledProject {
  return {
    ...rest,
    styles: { ...rest.styles, [problem.language]: null },
    isMarkupBroken: rest.isMarkupBroken || problem.language === 'html',
    isScriptBroken: rest.isScriptBroken || problem.language === 'js',
    problems: [problem, ...rest.problems],
  };
}

/** Whether compiling timed out. That may be due to a busy machine, so the same source may compile at another time. */
export function wasTooSlow({ message }: Problem): boolean {
  return message === reasons['too slow'];
}
