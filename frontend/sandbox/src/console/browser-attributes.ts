import type { ConsoleProperty, ConsoleValue } from '@studio/contract/console';
import { consoleLimits as limits } from '@studio/contract/preview-limits';
import { getOwnPropertyDescriptor, getPrototypeOf, getter, method, ownKeys, slice } from '../runner/natives';
import type { Copying } from './copy-entries';
import { nodeLabel } from './node-label';
import { constructorName, inherits, isBrowserGetter, proxyTarget, readNative } from './own-values';

/** An attribute of a browser object, read by a getter of its prototype: an event's `key`, a rectangle's `width`. */
interface Attribute {
  name: string;
  read: () => unknown;
}

/** Attributes to skip: reading them forces layout, which may start transitions. */
const laysOut: Names = { __proto__: null, offsetX: true, offsetY: true, layerX: true, layerY: true };

/**
 * Of elements, which have too many to list them all: those that lay out the page or ask for its styles, by the first
 * letters of their names, and those that repeat the attributes or belong to another page.
 */
const ofElements: Names = { __proto__: null, client: true, offset: true, scroll: true };
const leftOut: Names = {
  __proto__: null,
  innerText: true,
  outerText: true,
  isContentEditable: true,
  currentCSSZoom: true,
  contentWindow: true,
  x: true,
  y: true,
  width: true,
  height: true,
};

/** The most informative attributes come first: a collapsed object shows only its beginning. */
const leading: Names = { __proto__: null, type: true, href: true };

/** Without a prototype, which the page may have changed. */
type Names = Record<string, boolean | null>;

const known = new WeakMap<object, Attribute[]>();
const recall = method(WeakMap.prototype as WeakMap<object, Attribute[]>, 'get');
const remember = method(WeakMap.prototype, 'set');

const { prototype: nodes } = Node;
const { prototype: elements } = Element;

/** The attributes of objects with this prototype, those of the most derived interface first. */
function attributesOf(prototype: object): Attribute[] {
  const before = recall(known, prototype);
  if (before) return before;
  const attributes: Attribute[] = [];
  const others: Attribute[] = [];
  const names: Names = { __proto__: null };
  const isElement = inherits(prototype, elements);
  for (let at: object | null = prototype; at && !proxyTarget(at); at = getPrototypeOf(at)) {
    const keys = ownKeys(at);
    for (let index = 0; index < keys.length; index += 1) {
      const name = keys[index];
      if (typeof name !== 'string' || names[name] || laysOut[name] || slice(name, 0, 2) === 'on') continue;
      if (isElement && (ofElements[slice(name, 0, 6)] || leftOut[name] || slice(name, 0, 4) === 'aria'))
        continue;
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
  const own: Names = { __proto__: null };
  for (let at = 0; at < entries.length; at += 1) {
    const key = entries[at]?.key;
    if (typeof key === 'string') own[key] = true;
  }
  const most = inherits(value, elements) ? 2 * limits.entries : limits.entries;
  for (let at = 0; at < attributes.length && entries.length < most && copying.hasRoom(); at += 1) {
    const attribute = attributes[at];
    if (!attribute || own[attribute.name]) continue;
    try {
      const held = readNative(attribute.read, value);
      entries[entries.length] = { key: attribute.name, value: encode(held, value, copying) };
    } catch {
      // An object that only inherits from a browser object has no attributes.
      return;
    }
  }
}

/** Lists of nodes, which an element has several of. */
const nodeLists = [NodeList, HTMLCollection, NamedNodeMap].map(({ prototype }) => ({
  prototype,
  lengthOf: getter<{ readonly length: number }, 'length'>(prototype, 'length'),
}));

function encode(held: unknown, owner: object, copying: Copying): ConsoleValue {
  if (held === window) return { type: 'note', text: 'Window' };
  if (typeof held !== 'object' || held === null) return copying.encode(held);
  if (inherits(held, nodes)) return { type: 'note', text: copying.clip(nodeLabel(held)) };
  for (let at = 0; at < nodeLists.length && inherits(owner, elements); at += 1) {
    const list = nodeLists[at];
    if (list && inherits(held, list.prototype))
      return { type: 'note', text: `${constructorName(held)}(${list.lengthOf(held)})` };
  }
  return copying.encode(held);
}
