import { compileString, Exception, Logger } from 'sass';
import type { Problem } from '../problem.js';
import { isStackOverflow } from '../stack-overflow.js';
import type { CompiledStyles } from './compiled-styles.js';

/** Loops can print any number of messages, of any length. */
const maxMessages = 100;
const maxMessageLength = 1_000;

/** SCSS to CSS. Loads no files, only `sass:` modules; imports for the browser are kept. */
export function compileScss(scss: string): CompiledStyles {
  const messages: Problem[] = [];
  try {
    const { css } = compileString(scss, { syntax: 'scss', charset: false, logger: collectInto(messages) });
    return { css, problems: messages };
  } catch (error) {
    return { css: null, problems: [toProblem(error, scss), ...messages] };
  }
}

/** Collects the author's `@warn` and `@debug`, without Sass's deprecations, which need no action here. */
function collectInto(messages: Problem[]): Logger {
  return {
    warn(text, options) {
      if (options.deprecation || messages.length >= maxMessages) return;
      // A stack starts with the innermost place: `- 2:3  root stylesheet`.
      const [, line = 1, column = 1] = /\b(\d{1,9}):(\d{1,9})\b/.exec(options.stack ?? '') ?? [];
      messages.push(problem('warning', text, Number(line), Number(column)));
    },
    debug(text, { span }) {
      if (messages.length >= maxMessages) return;
      messages.push(problem('warning', `@debug: ${text}`, span.start.line + 1, span.start.column + 1));
    },
  };
}

function toProblem(error: unknown, scss: string): Problem {
  if (error instanceof Exception) {
    const { start } = error.span;
    return problem('error', explain(error.sassMessage, scss), start.line + 1, start.column + 1);
  }
  if (isStackOverflow(error)) return problem('error', explainLimit(String(error)), 1, 1);
  throw error;
}

function explain(message: string, scss: string): string {
  if (message === "Can't find stylesheet to import.")
    return 'There is no such style sheet: a project has this one. Built-in modules ("sass:math"), CSS of packages by the name of its file ("leaflet/dist/leaflet.css") and by full addresses (url("https://…")) can be used.';
  return isIndented(scss)
    ? `${message} This is the indented syntax of Sass: write SCSS, with braces and semicolons`
    : message;
}

/** Whether styles that are no SCSS are right in Sass's older syntax, which has no braces but those of `#{…}`. */
function isIndented(sass: string): boolean {
  if (/(?:^|[^#])\{/.test(sass)) return false;
  try {
    compileString(sass, { syntax: 'indented', logger: Logger.silent });
    return true;
  } catch {
    return false;
  }
}

/** Explains an error of the JavaScript engine below Sass: too deep a call, too long a string or list. */
function explainLimit(message: string): string {
  return /call stack|recursion/.test(message)
    ? 'A mixin or function calls itself without end, or rules are nested too deeply.'
    : 'A value in these styles grows without end.';
}

function problem(severity: Problem['severity'], message: string, line: number, column: number): Problem {
  return { language: 'css', severity, message: message.slice(0, maxMessageLength), line, column };
}
