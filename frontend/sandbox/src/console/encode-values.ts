import type { ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { consoleLimits as limits } from '@studio/contract/preview-limits';
import { method, slice } from '../runner/natives';
import type { Copying } from './copy-entries';
import { describeObject } from './describe-object';
import { withoutOwnFrames } from './stack-frames';
import { withoutChecks } from './without-checks';

export interface EncodedValues {
  args: ConsoleValue[];
  objects: ConsoleObject[];
  /** The length of their texts in UTF-16 units, plus a constant for each value. */
  size: number;
}

const symbolText = method(Symbol.prototype, 'toString');
const placeOf = method(Map.prototype as Map<object, number>, 'get');
const setPlace = method(Map.prototype, 'set');

const { max, min } = Math;
const toObject = Object;

/** Counted for an entry besides its texts. */
const entrySize = 8;

/**
 * Copies printed values as they are now, the outer objects before the inner ones. Runs no code of the page, never
 * throws, and stays within `consoleLimits`; the result states how much is left out.
 */
export function encodeValues(values: unknown[], elementsAsObjects = false): EncodedValues {
  const found: object[] = [];
  const places = new Map<object, number>();
  let room: number = limits.text;

  function clip(text: string): string {
    const length = min(limits.string, max(room, 0));
    room -= min(text.length, length);
    return text.length <= length
      ? text
      : `${slice(text, 0, length)}… (${text.length - length} more characters)`;
  }

  function refer(value: object): ConsoleValue {
    const known = placeOf(places, value);
    if (known !== undefined) return { type: 'ref', at: known };
    if (found.length === limits.objects) return { type: 'note', text: '…' };
    setPlace(places, value, found.length);
    found[found.length] = value;
    return { type: 'ref', at: found.length - 1 };
  }

  function encode(value: unknown): ConsoleValue {
    room -= entrySize;
    if (typeof value === 'string') return clip(withoutOwnFrames(withoutChecks(value)));
    if (typeof value === 'symbol') return { type: 'symbol', text: clip(symbolText(value)) };
    if (typeof value === 'bigint' && (value > limits.bigint || -value > limits.bigint)) {
      return { type: 'note', text: 'BigInt, too large to show' };
    }
    if (typeof value === 'function' || (typeof value === 'object' && value !== null)) return refer(value);
    // `document.all`, whose type pretends to be undefined. It cannot be sent. Not compared with undefined, because a
    // minifier compares with null then, to which it pretends to be equal.
    return toObject(value) === value ? { type: 'note', text: 'HTMLAllCollection' } : (value as ConsoleValue);
  }

  const copying: Copying = { encode, clip, hasRoom: () => room > 0, elementsAsObjects };
  const args: ConsoleValue[] = [];
  for (let at = 0; at < values.length && at < limits.args; at += 1) args[at] = encode(values[at]);
  if (values.length > limits.args) {
    args[limits.args] = { type: 'note', text: `… ${values.length - limits.args} more` };
  }
  const objects: ConsoleObject[] = [];
  for (let at = 0; at < found.length; at += 1) objects[at] = describeSafely(found[at] as object, copying);
  return { args, objects, size: limits.text - room };
}

function describeSafely(value: object, copying: Copying): ConsoleObject {
  try {
    return describeObject(value, copying);
  } catch {
    // A proxy of another window, or an object that the browser protects.
    return { kind: 'plain', name: '', text: 'cannot be shown', entries: [] };
  }
}
