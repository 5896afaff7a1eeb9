import { getOwnPropertyDescriptor, getter, indexOf, slice } from '../runner/natives';
import { errorFrames, errorTitle, isError } from './describe-error';
import { inherits, valueAt } from './own-values';
import { report } from './send-entries';
import { withPlainStacks } from './stack-frames';

/** So many frames of an error's stack. */
const mostFrames = 10;
const { prototype: scriptErrors } = ErrorEvent;
const { prototype: elements } = Element;

/** What Chromium says of an error that it finds in a script before it runs: the studio writes the page. */
const writing = "Failed to execute 'write' on 'Document': ";

// Kept before user code runs, which may overwrite them.
const listen = window.addEventListener.bind(window);
const later = window.setTimeout.bind(window);
const isHandled = getter(Event.prototype, 'defaultPrevented');

/** Script errors, refused promises and files that did not load become console entries (specification: Console). */
export function reportErrors(): void {
  window.addEventListener('error', onError, true);
  window.addEventListener('unhandledrejection', onRejection, true);
}

function onRejection(event: PromiseRejectionEvent): void {
  const reason: unknown = event.reason;
  const values = isError(reason)
    ? withCause(`JavaScript Error: Uncaught (in promise) ${errorTitle(reason)}`, reason)
    : ['JavaScript Error: Uncaught (in promise)', reason];
  reportUnlessHandled(event, values, isError(reason) ? framesOf(reason) : '');
}

function onError(event: ErrorEvent | Event): void {
  if (isScriptError(event)) {
    const { filename, lineno, colno } = event;
    const thrown: unknown = event.error;
    const place = lineno ? `    at ${filename}:${lineno}:${colno}` : '';
    const stack = isError(thrown) ? framesOf(thrown) || place : place;
    const isObject = typeof thrown === 'object' && thrown !== null && !isError(thrown);
    const values = isObject
      ? ['JavaScript Error: Uncaught', thrown]
      : withCause(`JavaScript Error: ${withoutWriting(event.message)}`, thrown);
    reportUnlessHandled(event, values, stack);
    return;
  }
  const element = event.target as Element | null;
  if (!element || !inherits(element, elements)) return;
  const address = element.getAttribute('src') ?? element.getAttribute('href') ?? 'what it imports';
  report('error', [`Preview Error: <${element.localName}> could not load ${address}`], { isNotice: true });
}

function withoutWriting(message: string): string {
  const at = indexOf(message, writing);
  return at < 0 ? message : slice(message, 0, at) + slice(message, at + writing.length);
}

/** Reports the error whose handlers are running. */
let finish = () => {};

/** An error that the page handles (`preventDefault`, `window.onerror` that returns true) is none, as in the browser's own console. */
function reportUnlessHandled(event: Event, values: unknown[], stack: string): void {
  finish();
  const finishThis = () => {
    if (finish !== finishThis) return;
    finish = () => {};
    if (!isHandled(event)) report('error', values, { stack, isNotice: true });
  };
  finish = finishThis;
  // Comes behind the page's own listeners; where one of them ends the event, a task later.
  listen(event.type, finishThis, { once: true });
  later(finishThis);
}

function isScriptError(event: Event): event is ErrorEvent {
  return inherits(event, scriptErrors);
}

function framesOf(error: object): string {
  return withPlainStacks(mostFrames, () => errorFrames(error));
}

/** What led to an error is shown behind it. */
function withCause(text: string, thrown: unknown): unknown[] {
  const hasCause = isError(thrown) && getOwnPropertyDescriptor(thrown, 'cause');
  return hasCause ? [text, 'Caused by', valueAt(thrown, 'cause')] : [text];
}

/** Refusals to evaluate code that were the studio's own attempts. */
let excused = 0;

/** The next refusal to evaluate code is none of the project's. */
export function excuseRefusal(): void {
  excused += 1;
}

/** Tells what the page's own Content-Security-Policy has blocked: a script that does not run for that says nothing else. */
export function reportPolicy(report: (message: string) => void): void {
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) => {
    // Of forms something else is said: they are blocked by the policy of every preview.
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
