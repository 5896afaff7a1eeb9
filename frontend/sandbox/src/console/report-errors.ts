import { getOwnPropertyDescriptor } from '../runner/natives';
import { errorFrames, errorTitle, isError } from './describe-error';
import { inherits, valueAt } from './own-values';
import { report } from './send-entries';
import { withPlainStacks } from './stack-frames';

/** So many frames of an error's stack. */
const mostFrames = 10;
const { prototype: scriptErrors } = ErrorEvent;
const { prototype: elements } = Element;

/** Script errors, refused promises and files that did not load become console entries (specification: Console). */
export function reportErrors(): void {
  window.addEventListener('error', onError, true);
  window.addEventListener('unhandledrejection', ({ reason }: { reason: unknown }) => {
    if (isError(reason)) {
      report('error', withCause(`JavaScript Error: Uncaught (in promise) ${errorTitle(reason)}`, reason), {
        stack: framesOf(reason),
      });
    } else report('error', ['JavaScript Error: Uncaught (in promise)', reason]);
  });
}

function onError(event: ErrorEvent | Event): void {
  if (isScriptError(event)) {
    const { message, filename, lineno, colno } = event;
    const thrown: unknown = event.error;
    const place = lineno ? `    at ${filename}:${lineno}:${colno}` : '';
    const stack = isError(thrown) ? framesOf(thrown) || place : place;
    report('error', withCause(`JavaScript Error: ${message}`, thrown), { stack });
    return;
  }
  const element = event.target as Element | null;
  if (!element || !inherits(element, elements)) return;
  const address = element.getAttribute('src') ?? element.getAttribute('href') ?? 'what it imports';
  report('error', [`Preview Error: <${element.localName}> could not load ${address}`]);
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
    if (disposition !== 'enforce') return;
    if (excused > 0 && (blockedURI === 'eval' || blockedURI === 'trusted-types-sink')) {
      excused -= 1;
      return;
    }
    report(
      `Preview Error: the page’s own Content-Security-Policy (${effectiveDirective}) blocked ${blockedURI}`,
    );
  });
}
