import type { ConsoleObject } from '@studio/contract/console';
import { apply, getOwnPropertyDescriptor, getter } from '../runner/natives';
import { type Copying, copyProperties } from './copy-entries';
import { constructorName, inherits, valueAt } from './own-values';
import { stackFrames } from './stack-frames';

// An own property of each error in some browsers, a getter of the prototype in others.
const readStack =
  getOwnPropertyDescriptor(new Error(), 'stack')?.get ??
  getOwnPropertyDescriptor(Error.prototype, 'stack')?.get;
const { prototype: domErrors } = DOMException;
const { prototype: errors } = Error;
const domName = getter(DOMException.prototype, 'name');
const domMessage = getter(DOMException.prototype, 'message');
/** Shown although they are not enumerable. */
const hiddenKeys = ['cause', 'errors'] as const;

/** An error with its name, message, stack and cause, and with properties that the project added. */
export function describeError(value: object, copying: Copying): ConsoleObject {
  const { entries = [], ...rest } = copyProperties(value, copying);
  for (let at = 0; at < hiddenKeys.length; at += 1) {
    const key = hiddenKeys[at] as string;
    if (getOwnPropertyDescriptor(value, key)?.enumerable === false) {
      entries[entries.length] = { key, value: copying.encode(valueAt(value, key)) };
    }
  }
  const frames = errorFrames(value);
  const text = frames === '' ? errorTitle(value) : `${errorTitle(value)}\n${frames}`;
  return { kind: 'error', name: constructorName(value), text: copying.clip(text), entries, ...rest };
}

/** Whether a value is an error; runs no code of the page. */
export function isError(value: unknown): value is object {
  return typeof value === 'object' && value !== null && inherits(value, errors);
}

/** `TypeError: what happened`, as an error is printed. */
export function errorTitle(error: object): string {
  const name = isDom(error) ? domName(error) : valueAt(error, 'name');
  const message = isDom(error) ? domMessage(error) : valueAt(error, 'message');
  const title = typeof name === 'string' && name !== '' ? name : 'Error';
  return typeof message === 'string' && message !== '' ? `${title}: ${message}` : title;
}

/** Reading a stack formats it with the error's name and message, whose getters may run code of the page. */
function hasText(error: object, key: string): boolean {
  return typeof valueAt(error, key) === 'string';
}

/** Whether it is a real `DOMException`: the native getter throws for an object that merely inherits from it. */
function isDom(error: object): boolean {
  if (!inherits(error, domErrors)) return false;
  try {
    domName(error);
    return true;
  } catch {
    return false;
  }
}

/** An error's stack without the studio's own frames; empty if the browser provides none. */
export function errorFrames(error: object): string {
  if (!isDom(error) && (!hasText(error, 'name') || !hasText(error, 'message'))) return '';
  const own = getOwnPropertyDescriptor(error, 'stack');
  const stack: unknown = own && !own.get ? own.value : readStack && apply(readStack, error, []);
  return typeof stack === 'string' ? stackFrames(stack) : '';
}
