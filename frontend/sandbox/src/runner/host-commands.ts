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

/** Runs a line of the console's prompt in the page as a global script, and prints its result. */
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

/** Makes `{a: 1}` an object instead of a block, and turns declarations into `var`, which later lines can use. */
function direct(code: string): string {
  const isObject = match(/^\s*\{/, code) && parses(`return (${code}\n)`);
  if (isObject) return `(${code}\n)`;
  const declaration = match(/^\s*(?:const|let)(?=[\s[{])/, code);
  return declaration ? `var${slice(code, declaration[0].length)}` : code;
}

/** Wraps code with `await` in an async function that returns its value. `const x = await …` sets a global. */
function awaiting(code: string): string {
  const declaration = match(/^\s*(?:const|let|var)\s+(?=[\w$]+\s*=)/, code);
  const expression = declaration ? slice(code, declaration[0].length) : code;
  if (parses(`return async () => (${expression}\n)`)) return `(async () => (${expression}\n))()`;
  return `(async () => {${code}\n})()`;
}

/** Whether it is a valid function body; none of it runs. */
function parses(body: string): boolean {
  try {
    FunctionClass(body);
    return true;
  } catch (error) {
    if (isRefusal(error)) throw error;
    return false;
  }
}

/** True if a project's own Content-Security-Policy forbids evaluating code. */
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

/** Runs the studio's own function that draws the page, and sends the app the picture, or null after a failure. */
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

/** Replaces the project's styles; the page and its scripts keep their state. */
export function replaceStyles(css: string): void {
  const element = findFirst(document, `style[${styleMark}]`) ?? appendStyle();
  element.textContent = css;
}

/** For a page that has removed the element. */
function appendStyle(): Element {
  const style = createElement(document, 'style');
  style.setAttribute(styleMark, '');
  (headOf(document) ?? rootOf(document)).append(style);
  return style;
}
