import type { ConsoleProperty, ConsoleValue } from '@studio/contract/console';
import { consoleLimits as limits } from '@studio/contract/limits';
import { getOwnPropertyDescriptor, getPrototypeOf, method, ownKeys, slice } from '../runner/natives';
import type { Copying } from './copy-entries';
import { nodeLabel } from './describe-node';
import { inherits, isBrowserGetter, proxyTarget, readNative } from './own-values';

/** An attribute of a browser object, read by a getter of its prototype: an event's `key`, a rectangle's `width`. */
interface Attribute {
  name: string;
  read: () => unknown;
}

/** Attributes to skip: reading them forces layout, which may start transitions. */
const laysOut: Names = { __proto__: null, offsetX: true, offsetY: true, layerX: true, layerY: true };

/** The most informative attributes come first: a collapsed object shows only its beginning. */
const leading: Names = { __proto__: null, type: true, href: true };

/** Without a prototype, which the page may have changed. */
type Names = Record<string, boolean | null>;

const known = new WeakMap<object, Attribute[]>();
const recall = method(WeakMap.prototype as WeakMap<object, Attribute[]>, 'get');
const remember = method(WeakMap.prototype, 'set');

/** The attributes of objects with this prototype, those of the most derived interface first. */
function attributesOf(prototype: object): Attribute[] {
  const before = recall(known, prototype);
  if (before) return before;
  const attributes: Attribute[] = [];
  const others: Attribute[] = [];
  const names: Names = { __proto__: null };
  for (let at: object | null = prototype; at && !proxyTarget(at); at = getPrototypeOf(at)) {
    const keys = ownKeys(at);
    for (let index = 0; index < keys.length; index += 1) {
      const name = keys[index];
      if (typeof name !== 'string' || names[name] || laysOut[name] || slice(name, 0, 2) === 'on') continue;
      const descriptor = getOwnPropertyDescriptor(at, name);
      names[name] = true;
      if (descriptor?.enumerable && isBrowserGetter(descriptor.get)) {
        const list = leading[name] ? attributes : others;
        list[list.length] = { name, read: descriptor.get };
      }
    }
  }
  for (let at = 0; at < others.length; at += 1) attributes[attributes.length] = others[at] as Attribute;
  remember(known, prototype, attributes);
  return attributes;
}

/**
 * Adds the attributes of a browser object to its entries. Elements are copied by name only: with their content, every
 * event would contain a copy of the page.
 */
export function addBrowserAttributes(value: object, entries: ConsoleProperty[], copying: Copying): void {
  const prototype = getPrototypeOf(value);
  if (!prototype) return;
  const attributes = attributesOf(prototype);
  for (let at = 0; at < attributes.length && entries.length < limits.entries && copying.hasRoom(); at += 1) {
    const attribute = attributes[at];
    if (!attribute) continue;
    try {
      const held = readNative(attribute.read, value);
      entries[entries.length] = { key: attribute.name, value: encode(held, copying) };
    } catch {
      // An object that only inherits from a browser object has no attributes.
      return;
    }
  }
}

const { prototype: nodes } = Node;

function encode(held: unknown, copying: Copying): ConsoleValue {
  if (held === window) return { type: 'note', text: 'Window' };
  if (typeof held !== 'object' || held === null || !inherits(held, nodes)) return copying.encode(held);
  return { type: 'note', text: copying.clip(nodeLabel(held)) };
}
