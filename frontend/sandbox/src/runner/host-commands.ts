import { styleMark } from '@studio/engine/build-document';
import { errorFrames, errorTitle, isError } from '../console/describe-error';
import { valueAt } from '../console/own-values';
import { excuseRefusal } from '../console/report-errors';
import { report } from '../console/send-entries';
import { postToHost } from './host';
import { createElement, findFirst, headOf, method, rootOf, slice } from './natives';

// Kept before user code runs, which may overwrite them.
const evaluateGlobally = eval;
const FunctionClass = Function;
const match = method(RegExp.prototype, 'exec');
const then = method(Promise.prototype, 'then');

/** Runs a line of the console's prompt in the page, as a script of its own would, and prints what comes of it. */
export function evaluate(code: string): void {
  try {
    const awaits = match(/\bawait\b/, code) !== null;
    const value: unknown = evaluateGlobally(
      `${awaits ? awaiting(code) : direct(code)}\n//# sourceURL=console`,
    );
    if (awaits) void then(value, printResult, printThrown);
    else printResult(value);
  } catch (error) {
    printThrown(error);
  }
}

/** `{a: 1}` is an object and not a block. What is declared outlives its line, as `var` does. */
function direct(code: string): string {
  const isObject = match(/^\s*\{/, code) && parses(`return (${code}\n)`);
  if (isObject) return `(${code}\n)`;
  const declaration = match(/^\s*(?:const|let)(?=[\s[{])/, code);
  return declaration ? `var${slice(code, declaration[0].length)}` : code;
}

/** A function around what awaits: its value where it is an expression. `const x = await …` sets the page's own `x`. */
function awaiting(code: string): string {
  const declaration = match(/^\s*(?:const|let|var)\s+(?=[\w$]+\s*=)/, code);
  const expression = declaration ? slice(code, declaration[0].length) : code;
  if (parses(`return async () => (${expression}\n)`)) return `(async () => (${expression}\n))()`;
  return `(async () => {${code}\n})()`;
}

/** Whether this is the body of a function; nothing of it runs. */
function parses(body: string): boolean {
  try {
    FunctionClass(body);
    return true;
  } catch (error) {
    if (isRefusal(error)) throw error;
    return false;
  }
}

/** A project's own Content-Security-Policy may forbid to evaluate code. */
function isRefusal(error: unknown): boolean {
  return isError(error) && valueAt(error, 'name') === 'EvalError';
}

function printResult(value: unknown): void {
  report('log', [value], { kind: 'result' });
}

function printThrown(error: unknown): void {
  if (isRefusal(error)) {
    const text =
      'This project’s own Content-Security-Policy forbids evaluating code, so the prompt cannot work here';
    report('error', [text], { kind: 'result' });
  } else if (isError(error)) {
    report('error', [`Uncaught ${errorTitle(error)}`], { kind: 'result', stack: errorFrames(error) });
  } else report('error', ['Uncaught', error], { kind: 'result' });
}

/** Runs the studio's own function that draws the page, and tells the app what came of it. */
export function capture(code: string): void {
  const postPicture = (picture: string | null) => postToHost({ type: 'studio:picture', picture });
  try {
    const draw = evaluateGlobally(`(${code})`) as () => Promise<string | null>;
    void then(draw(), postPicture, () => postPicture(null));
  } catch (error) {
    if (isRefusal(error)) excuseRefusal();
    postPicture(null);
  }
}

/** Puts the project's styles in place of those before; the page and its scripts keep their state. */
export function replaceStyles(css: string): void {
  const element = findFirst(document, `style[${styleMark}]`) ?? appendStyle();
  element.textContent = css;
}

/** The page may have removed the element. */
function appendStyle(): Element {
  const style = createElement(document, 'style');
  style.setAttribute(styleMark, '');
  (headOf(document) ?? rootOf(document)).append(style);
  return style;
}
