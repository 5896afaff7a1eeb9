import type { CompiledProject } from './compile.js';
import type { Problem } from './problem.js';
import type { Source } from './source.js';
import { stylesLanguage } from './styles/styles-language.js';

/** Milliseconds, once the compilers are loaded: far longer than any honest project needs. */
export const compileDeadline = 5_000;

/** Why a compiler was ended that would not end by itself. */
export type CompileEnd = 'too slow' | 'too large';

const reasons: Record<CompileEnd, string> = {
  'too slow': `Compiling took longer than ${compileDeadline / 1_000} seconds and was stopped; look for a loop that never ends.`,
  'too large': 'Compiling needed too much memory and was stopped; look for a loop that never ends.',
};

/** The problem that an ended compile is, in the pane that can be compiled without end: the styles, where they are compiled, or Pug. */
export function endedCompile({ css, frameworkConfig }: Source, end: CompileEnd): Problem {
  const isPlain = stylesLanguage(frameworkConfig) === 'css' && frameworkConfig.cssFramework !== 'tailwind';
  const isPug = frameworkConfig.htmlLanguage === 'pug';
  const language = isPlain || (isPug && css === '') ? (isPug ? 'html' : 'js') : 'css';
  return { language, severity: 'error', message: reasons[end], line: 1, column: 1 };
}

/** What is left to compile where that had to be ended: all but the pane that the problem names. */
export function withoutPane(source: Source, { language }: Problem): Source {
  return { ...source, [language]: '' };
}

/** The page of what was left, which has that pane's part as broken as any error would. */
export function withBrokenPane(rest: CompiledProject, problem: Problem): CompiledProject {
  return {
    ...rest,
    styles: { ...rest.styles, [problem.language]: null },
    isMarkupBroken: rest.isMarkupBroken || problem.language === 'html',
    isScriptBroken: rest.isScriptBroken || problem.language === 'js',
    problems: [problem, ...rest.problems],
  };
}

/** A busy machine may be slow too: the same source can end otherwise another time. */
export function wasTooSlow({ message }: Problem): boolean {
  return message === reasons['too slow'];
}
