import type { SourceLanguage } from './source.js';

/** A compiler's message about one of the sources. Lines and columns count from 1, as in the editor. */
export interface Problem {
  language: SourceLanguage;
  severity: 'error' | 'warning';
  message: string;
  line: number;
  column: number;
  /** Replacements for the text at that position, best first. */
  fix?: { text: string; by: string[] };
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

const paneNames = { html: 'HTML', css: 'CSS', js: 'JavaScript' };

/** A problem in a line of plain text: `CSS, line 2: Undefined variable.` */
export function describeProblem({ language, line, message }: Problem): string {
  return `${paneNames[language]}, line ${line}: ${message}`;
}

/**
 * Markup that logs to the browser's console which errors kept parts out of the page. It has no line ends and removes
 * itself from the page; empty if there are no errors.
 */
export function problemScript(problems: readonly Problem[]): string {
  const texts = problems.filter(isError).map(describeProblem);
  if (texts.length === 0) return '';
  const calls = texts.map((text) => `console.error(${JSON.stringify(text).replaceAll('<', '\\u003c')});`);
  return `<script>${calls.join('')}document.currentScript.remove()</script>`;
}
