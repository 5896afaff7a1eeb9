import type { PromptScript } from '@studio/contract/preview';
import { styleMark } from '@studio/engine/build-document';
import { errorFrames, errorTitle, isError } from '../console/describe-error';
import { valueAt } from '../console/own-values';
import { excuseRefusal } from '../console/report-errors';
import { type EntryDetails, report } from '../console/send-entries';
import { listenOnDocument, readyState } from './document-lifecycle';
import { postToHost } from './host';
import { createElement, findFirst, headOf, method, rootOf } from './natives';

// Kept before user code runs, which may overwrite them.
const evaluateGlobally = eval;
const then = method(Promise.prototype, 'then');
const currentState = readyState();

let newestStyles = '';

/** Runs a line of the console's prompt in the page as a global script, and prints its result, or what that promises. */
export function evaluate({ code, awaits, input }: PromptScript): void {
  const printResult = (value: unknown) => void report('log', [value], { kind: 'result', input });
  const printThrown = (error: unknown) => reportThrown(error, { kind: 'result', input });
  try {
    const value: unknown = evaluateGlobally(`${code}\n//# sourceURL=console`);
    if (awaits) void then(value, printResult, printThrown);
    else printResult(value);
  } catch (error) {
    printThrown(error);
  }
}

/** True if a project's own Content-Security-Policy forbids evaluating code. */
function isRefusal(error: unknown): boolean {
  return isError(error) && valueAt(error, 'name') === 'EvalError';
}

function reportThrown(error: unknown, details: EntryDetails): void {
  if (isRefusal(error)) {
    const text =
      'This project’s own Content-Security-Policy forbids evaluating code, so the prompt cannot work here';
    report('error', [text], details);
  } else if (isError(error)) {
    report('error', [`Uncaught ${errorTitle(error)}`], { ...details, stack: errorFrames(error) });
  } else report('error', ['Uncaught', error], details);
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
  newestStyles = css;
  const element = findFirst(document, `style[${styleMark}]`);
  // The parser, blocked by a script in the head, has not come to the element, whose styles are older.
  if (!element && currentState() === 'loading')
    listenOnDocument('DOMContentLoaded', () => replaceStyles(newestStyles));
  else (element ?? appendStyle()).textContent = css;
}

/** For a page that has removed the element, or even its root, and then shows nothing. */
function appendStyle(): Element {
  const style = createElement(document, 'style');
  style.setAttribute(styleMark, '');
  (headOf(document) ?? rootOf(document))?.append(style);
  return style;
}
