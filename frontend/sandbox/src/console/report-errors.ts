import { getOwnPropertyDescriptor, getter, indexOf, isArray, slice } from '../runner/natives';
import { later } from '../runner/own-timers';
import { errorFrames, errorTitle, isError } from './describe-error';
import { missingNameHint } from './missing-name-hint';
import { inherits, valueAt } from './own-values';
import { reportElement } from './report-files';
import { report } from './send-entries';
import { stackFrames, withPlainStacks } from './stack-frames';
import { versionHint } from './version-hint';

/** How many frames of an error's stack are reported. */
const maxFrames = 10;
const { prototype: scriptErrors } = ErrorEvent;
const { prototype: elements } = Element;

/**
 * Chromium's prefix for syntax errors: the studio writes the page by `document.write`. Their lines count from the
 * script, which only a name tells.
 */
const writing = "Failed to execute 'write' on 'Document': ";

// Kept before user code runs, which may overwrite them.
const listen = window.addEventListener.bind(window);
const isHandled = getter(Event.prototype, 'defaultPrevented');

/** Turns script errors, rejected promises and files that did not load into console entries (specification: Console). */
export function reportErrors(): void {
  window.addEventListener('error', onError, true);
  window.addEventListener('unhandledrejection', onRejection, true);
}

// Events that code of the page dispatches, as libraries with promises of their own do, are no errors of the browser's.

function onRejection(event: PromiseRejectionEvent): void {
  if (event.isTrusted) reportUnlessHandled(event, describeRejection(event.reason));
}

/** Reports a rejected promise of a worker. */
export function reportRejection(reason: unknown): void {
  reportUncaught(describeRejection(reason));
}

/** What is printed for an error, and where it happened. */
interface Description {
  values: unknown[];
  stack: string;
}

function describeRejection(reason: unknown): Description {
  const title = 'JavaScript Error: Uncaught (in promise)';
  if (!isError(reason)) return { values: [title, reason], stack: '' };
  const stack = framesOf(reason);
  return { values: withCause(`${title} ${withHint(errorTitle(reason), stack)}`, reason), stack };
}

function reportUncaught({ values, stack }: Description): void {
  report('error', values, { stack, isError: true });
}

function onError(event: ErrorEvent | Event): void {
  if (!event.isTrusted) return;
  if (isScriptError(event)) {
    const { filename, lineno, colno, message } = event;
    const thrown: unknown = event.error;
    const isNameless = indexOf(message, writing) >= 0 && indexOf(filename, '://') >= 0;
    // Browsers place a mistake in an import map in the runner's script, which writes the page.
    const place = lineno && !isNameless ? stackFrames(`    at ${filename}:${lineno}:${colno}`) : '';
    const stack = isError(thrown) ? framesOf(thrown) || place : place;
    const isObject = typeof thrown === 'object' && thrown !== null && !isError(thrown);
    const values = isObject
      ? ['JavaScript Error: Uncaught', thrown]
      : withCause(`JavaScript Error: ${explained(event, stack)}`, thrown);
    reportUnlessHandled(event, { values, stack });
    return;
  }
  const element = event.target as Element | null;
  if (!element || !inherits(element, elements)) return;
  reportElement(element);
}

const hidden =
  'An error whose details the browser hides. If its script is from another site, give its tag the attribute crossorigin, which that site has to allow. If a module awaits something outside functions, such as response.json(), catch the error with try and print it';
const tainted =
  ' (The picture is from another site: load it with the attribute crossorigin, which that site has to allow)';

/** Chromium's words for a missing `import.meta.glob`. A missing method of an object of the page is called by its name. */
const nameless = '(intermediate value).glob is not';
const globbed =
  ' (import.meta.glob is Vite’s and lists the files of a folder: a project has no files of its own)';

function explained({ message, lineno, error }: ErrorEvent, stack: string): string {
  const isHidden = message === 'Script error.' && lineno === 0 && error === null;
  if (isHidden) return hidden;
  // Chromium's text for a DOMException in a module has nothing else.
  const isBare = message === 'Uncaught ' && isError(error);
  return withHint(isBare ? message + errorTitle(error) : withoutWriting(message), stack);
}

/** With advice where the browser's text has none: Chromium's of a canvas that must not be read, and of missing functions and names. */
function withHint(message: string, stack: string): string {
  if (indexOf(message, 'SecurityError') >= 0 && indexOf(message, 'ainted') >= 0) return message + tainted;
  if (indexOf(message, 'import.meta.glob is not') >= 0 || indexOf(message, nameless) >= 0)
    return message + globbed;
  return message + (versionHint(message) || missingNameHint(message, stack));
}

function withoutWriting(message: string): string {
  const at = indexOf(message, writing);
  return at < 0 ? message : slice(message, 0, at) + slice(message, at + writing.length);
}

/** Completes the report of the error whose handlers are running. */
let finish = () => {};

/** Ignores errors that the page handles (`preventDefault`, `window.onerror` returns true), as browsers do. */
function reportUnlessHandled(event: Event, error: Description): void {
  finish();
  const finishThis = () => {
    if (finish !== finishThis) return;
    finish = () => {};
    if (!isHandled(event)) reportUncaught(error);
  };
  finish = finishThis;
  // Runs after the page's own listeners, or in the next task if one of them stops the event.
  listen(event.type, finishThis, { once: true });
  later(finishThis);
}

function isScriptError(event: Event): event is ErrorEvent {
  return inherits(event, scriptErrors);
}

function framesOf(error: object): string {
  return withPlainStacks(maxFrames, () => errorFrames(error));
}

/** The text of an error, followed by its cause and by the errors that it stands for (`AggregateError`). */
function withCause(text: string, thrown: unknown): unknown[] {
  if (!isError(thrown)) return [text];
  // With values behind it, a text is a format, which this one is not.
  const values: unknown[] = ['%s', text];
  if (getOwnPropertyDescriptor(thrown, 'cause')) add(values, 'Caused by', valueAt(thrown, 'cause'));
  const errors = getOwnPropertyDescriptor(thrown, 'errors') && valueAt(thrown, 'errors');
  if (isArray(errors)) add(values, 'Errors', errors);
  return values.length > 2 ? values : [text];
}

function add(values: unknown[], title: string, value: unknown): void {
  values[values.length] = title;
  values[values.length] = value;
}

/** How many coming refusals to evaluate code are due to the studio itself. */
let excused = 0;

/** Ignores the next refusal to evaluate code, since the studio caused it. */
export function excuseRefusal(): void {
  excused += 1;
}

/** Reports what the page's own Content-Security-Policy blocks: a blocked script causes no other error. */
export function reportPolicy(report: (message: string) => void): void {
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) => {
    // Forms have another message (`blocked-forms.ts`), as the policy of every preview blocks them.
    if (disposition !== 'enforce' || effectiveDirective === 'form-action') return;
    if (excused > 0 && (blockedURI === 'eval' || blockedURI === 'trusted-types-sink')) {
      excused -= 1;
      return;
    }
    report(
      `Preview Error: the page’s own Content-Security-Policy (${effectiveDirective}) blocked ${blockedURI}`,
    );
  });
}
