import type { SourceLanguage } from './source.js';

/** What a compiler has to say about one of the sources. Lines and columns count from 1 and are the editor's. */
export interface Problem {
  language: SourceLanguage;
  severity: 'error' | 'warning';
  message: string;
  line: number;
  column: number;
  /** What the text from there on may be replaced by, best first. */
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
 * Markup for a page that runs without what an error has kept out of it: says so in the browser's console. It has no line
 * ends and takes itself out of the page; empty where there are no errors.
 */
export function problemScript(problems: readonly Problem[]): string {
  const texts = problems.filter(isError).map(describeProblem);
  if (texts.length === 0) return '';
  const calls = texts.map((text) => `console.error(${JSON.stringify(text).replaceAll('<', '\\u003c')});`);
  return `<script>${calls.join('')}document.currentScript.remove()</script>`;
}
