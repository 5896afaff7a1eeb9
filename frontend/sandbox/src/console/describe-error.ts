import type { ConsoleObject } from '@studio/contract/console';
import { apply, getOwnPropertyDescriptor, getter } from '../runner/natives';
import { type Copying, copyProperties } from './copy-entries';
import { constructorName, inherits, valueAt } from './own-values';
import { stackFrames } from './stack-frames';

// A property of each error in some browsers, a getter above all of them in others.
const readStack =
  getOwnPropertyDescriptor(new Error(), 'stack')?.get ??
  getOwnPropertyDescriptor(Error.prototype, 'stack')?.get;
const { prototype: domErrors } = DOMException;
const { prototype: errors } = Error;
const domName = getter(DOMException.prototype, 'name');
const domMessage = getter(DOMException.prototype, 'message');
/** Not enumerable, and yet what one wants to see. */
const hiddenKeys = ['cause', 'errors'] as const;

/** An error with its name, message and stack, with its cause and whatever the project put on it. */
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

/** Whether a value is an error, without asking it. */
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

/** A stack is written when it is first read, with a name and a message that may be the page's own code. */
function hasText(error: object, key: string): boolean {
  return typeof valueAt(error, key) === 'string';
}

/** A class of the project's own may only inherit from it: its objects have no name that the browser gave them. */
function isDom(error: object): boolean {
  if (!inherits(error, domErrors)) return false;
  try {
    domName(error);
    return true;
  } catch {
    return false;
  }
}

/** Where an error comes from, without the studio's own frames; empty where the browser does not say. */
export function errorFrames(error: object): string {
  if (!isDom(error) && (!hasText(error, 'name') || !hasText(error, 'message'))) return '';
  const own = getOwnPropertyDescriptor(error, 'stack');
  const stack: unknown = own && !own.get ? own.value : readStack && apply(readStack, error, []);
  return typeof stack === 'string' ? stackFrames(stack) : '';
}
