import type { ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { objectOf, previewOf, tokenText } from './value-preview.ts';

/** In UTF-16 units: arrays may hold each other many times over. */
const longest = 10_000;

/**
 * A value as `%s` writes it: as `String` would, as far as that needs no code of the page. Other objects are written as
 * in the list, which says more than `[object Object]`.
 */
export function plainText(value: ConsoleValue, objects: readonly ConsoleObject[]): string {
  let room = longest;

  function write(current: ConsoleValue, above: readonly ConsoleObject[]): string {
    const object = objectOf(current, objects);
    const text = object ? writeObject(object, current, above) : writePrimitive(current);
    if (!object || !isArray(object)) room -= text.length;
    return text;
  }

  function writeObject(
    object: ConsoleObject,
    current: ConsoleValue,
    above: readonly ConsoleObject[],
  ): string {
    if (object.kind === 'function') return object.text ?? '';
    if (object.name === 'Date' && object.text !== undefined) return String(new Date(object.text));
    if (!isArray(object)) return tokenText(previewOf(current, objects, above.length > 0));
    // As `join` does.
    if (above.includes(object)) return '';
    const inner = [...above, object];
    const items: string[] = [];
    for (const { key, value: item } of object.entries ?? []) {
      if (typeof key !== 'number') continue;
      room -= 1;
      if (room <= 0) break;
      items.push(isNothing(item) ? '' : write(item, inner));
    }
    const isWhole = object.entries?.length && items.length === object.size;
    return isWhole || object.size === 0 ? items.join(',') : [...items, '…'].join(',');
  }

  return write(value, []);
}

function writePrimitive(value: ConsoleValue): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return value.type === 'ref' ? '…' : value.text;
}

/** Arrays and typed arrays; `NodeList` and the like are no arrays. */
function isArray({ kind, name }: ConsoleObject): boolean {
  return kind === 'list' && (name === '' || name.endsWith('Array'));
}

/** What `join` leaves empty, among it holes. */
function isNothing(value: ConsoleValue): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && value.type === 'note' && value.text === 'empty';
}
