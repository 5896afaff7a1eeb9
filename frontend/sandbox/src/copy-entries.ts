import type { ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { consoleLimits as limits } from '@studio/contract/limits';
import { getOwnPropertyDescriptor, holdsValue, ownKeys } from './natives';

/** One printed call on its way into a message: what was met, and how much room is left. */
export interface Copying {
  /** The value as it travels; an object is put on the list of those to be copied. */
  take(value: unknown): ConsoleValue;
  /** The text, as long as there is room for it. */
  clip(text: string): string;
  /** True while there is room for another entry. */
  hasRoom(): boolean;
  /** `console.dir` shows an element as the object that it is, not as markup. */
  readonly elementsAsObjects: boolean;
}

export type Entries = Pick<ConsoleObject, 'entries' | 'left'>;

/** The enumerable properties of an object's own. Getters are named, not asked. */
export function copyProperties(value: object, copying: Copying): Entries {
  const keys = ownKeys(value);
  if (!copying.hasRoom() && keys.length > 0) return {};
  const entries: [ConsoleValue, ConsoleValue][] = [];
  for (let at = 0; at < keys.length; at += 1) {
    if (entries.length === limits.entries || !copying.hasRoom()) return { entries, left: keys.length - at };
    copyProperty(value, keys[at] as string | symbol, copying, entries);
  }
  return { entries };
}

/** A list's items with its holes, and what else a short one carries, as the match of an expression does. */
export function copyItems(value: object, size: number, copying: Copying): Entries {
  if (!copying.hasRoom() && size > 0) return {};
  const entries: [ConsoleValue, ConsoleValue][] = [];
  for (let index = 0; index < size; index += 1) {
    if (index === limits.entries || !copying.hasRoom()) return { entries, left: size - index };
    if (!copyProperty(value, `${index}`, copying, entries)) {
      entries[index] = [index, { type: 'note', text: 'empty' }];
    }
  }
  const keys = ownKeys(value);
  for (let at = 0; at < keys.length && entries.length < size + limits.entries; at += 1) {
    const key = keys[at] as string | symbol;
    const isItem = typeof key === 'string' && +key < size;
    if (!isItem) copyProperty(value, key, copying, entries);
  }
  return { entries };
}

/** Adds a property to the entries; false where there is none that can be counted. */
function copyProperty(
  value: object,
  key: string | symbol,
  copying: Copying,
  entries: [ConsoleValue, ConsoleValue][],
): boolean {
  const copied = readProperty(value, key, copying);
  if (copied === undefined) return false;
  entries[entries.length] = [copying.take(key), copied.value];
  return true;
}

function readProperty(
  value: object,
  key: string | symbol,
  copying: Copying,
): { value: ConsoleValue } | undefined {
  try {
    const descriptor = getOwnPropertyDescriptor(value, key);
    if (!descriptor?.enumerable) return undefined;
    if (holdsValue(descriptor)) return { value: copying.take(descriptor.value) };
    return { value: { type: 'note', text: descriptor.get ? '(...)' : '(setter)' } };
  } catch {
    // An export that has not been set yet, or a property that the browser guards.
    return { value: { type: 'note', text: '(not readable)' } };
  }
}
