import type { ConsoleObject, ConsoleProperty, ConsoleValue } from '@studio/contract/console';
import { consoleLimits as limits } from '@studio/contract/preview-limits';
import { getOwnPropertyDescriptor, holdsValue, ownKeys } from '../runner/natives';
import { isBrowserGetter, readNative } from './own-values';

/** The state of copying one printed call into a message: objects found so far, and remaining room. */
export interface Copying {
  /** The value as it is sent; an object is added to the list of those to copy. */
  encode(value: unknown): ConsoleValue;
  /** The text, cut to the remaining room. */
  clip(text: string): string;
  /** True while there is room for another entry. */
  hasRoom(): boolean;
  /** `console.dir` shows an element as the object that it is, not as markup. */
  readonly elementsAsObjects: boolean;
}

export type Entries = Pick<ConsoleObject, 'entries' | 'left'>;

/** An object's own enumerable properties. Getters of the page are named, not called. */
export function copyProperties(value: object, copying: Copying): Entries {
  const keys = ownKeys(value);
  if (!copying.hasRoom() && keys.length > 0) return {};
  const entries: ConsoleProperty[] = [];
  for (let at = 0; at < keys.length; at += 1) {
    if (entries.length === limits.entries || !copying.hasRoom()) return { entries, left: keys.length - at };
    const key = keys[at] as string | symbol;
    const copied = copyProperty(value, key, copying);
    if (copied) entries[entries.length] = { key: copying.encode(key), value: copied.value };
  }
  return { entries };
}

/** A list's items and holes, and a short list's other properties, such as those of a regular expression's match. */
export function copyItems(value: object, size: number, copying: Copying): Entries {
  if (!copying.hasRoom() && size > 0) return {};
  const entries: ConsoleProperty[] = [];
  for (let index = 0; index < size; index += 1) {
    if (index === limits.entries || !copying.hasRoom()) return { entries, left: size - index };
    const item = copyProperty(value, `${index}`, copying);
    entries[index] = { key: index, value: item ? item.value : { type: 'note', text: 'empty' } };
  }
  const keys = ownKeys(value);
  for (let at = 0; at < keys.length && entries.length < size + limits.entries; at += 1) {
    const key = keys[at] as string | symbol;
    if (typeof key === 'string' && +key < size) continue;
    const copied = copyProperty(value, key, copying);
    if (copied) entries[entries.length] = { key: copying.encode(key), value: copied.value };
  }
  return { entries };
}

/** A property's value; undefined if it is missing or not enumerable. */
function copyProperty(
  value: object,
  key: string | symbol,
  copying: Copying,
): { value: ConsoleValue } | undefined {
  try {
    const descriptor = getOwnPropertyDescriptor(value, key);
    if (!descriptor?.enumerable) return undefined;
    if (holdsValue(descriptor)) return { value: copying.encode(descriptor.value) };
    const { get } = descriptor;
    if (isBrowserGetter(get)) return { value: copying.encode(readNative(get, value)) };
    return { value: { type: 'note', text: get ? '(...)' : '(setter)' } };
  } catch {
    // An uninitialized export, or a property that the browser protects.
    return { value: { type: 'note', text: '(not readable)' } };
  }
}
