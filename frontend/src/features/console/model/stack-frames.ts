import type { SourceLanguage } from '@studio/engine/source';

/** A place in one of the editors. Line and column count from 1. */
export interface SourcePlace {
  language: SourceLanguage;
  line: number;
  column: number;
}

/** One frame of a stack: its function, and where it stands. */
export interface StackFrame {
  name: string;
  /** As short as it can be told, like `script.js:3:1`. */
  label: string;
  /** Null where it is in none of the editors. */
  place: SourcePlace | null;
}

/** The names under which the panes stand in stacks. */
const files: Record<string, SourceLanguage> = { 'index.html': 'html', 'style.css': 'css', 'script.js': 'js' };
export const fileNames: Record<SourceLanguage, string> = {
  html: 'index.html',
  css: 'style.css',
  js: 'script.js',
};

/** Chromium's `    at name (file:1:2)` and `    at file:1:2`, and the others' `name@file:1:2`. */
const frame = /^\s*(?:at (?:(.*?) \()?|(.*?)@)(.*?):(\d+):(\d+)\)?$/;

/** Reads the frames of a stack, innermost first; lines that are none are left out. */
export function readFrames(stack: string): StackFrame[] {
  return stack.split('\n').flatMap((line) => readFrame(line) ?? []);
}

/** One line of a stack, or null. */
export function readFrame(text: string): StackFrame | null {
  const match = frame.exec(text);
  if (!match) return null;
  const [, chromium, others, file = ''] = match;
  const [line, column] = [Number(match[4]), Number(match[5])];
  const language = files[file];
  return {
    name: chromium ?? others ?? '',
    label: `${shortName(file)}:${line}:${column}`,
    place: language ? { language, line, column } : null,
  };
}

function shortName(file: string): string {
  return (
    file
      .replace(/[?#].*$/, '')
      .split('/')
      .findLast((part) => part !== '') ?? file
  );
}
