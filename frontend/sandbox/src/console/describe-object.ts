import type { ConsoleObject, ConsoleProperty } from '@studio/contract/console';
import { consoleLimits as limits } from '@studio/contract/preview-limits';
import {
  getOwnPropertyDescriptor,
  getPrototypeOf,
  getter,
  indexOf,
  isArray,
  method,
  slice,
} from '../runner/natives';
import { addBrowserAttributes } from './browser-attributes';
import { type Copying, copyItems, copyProperties } from './copy-entries';
import { describeError } from './describe-error';
import { describeNode } from './describe-node';
import { constructorName, proxyTarget, valueAt } from './own-values';
import { withoutChecks } from './without-checks';

type Describe = (value: object, copying: Copying) => ConsoleObject;

/** In characters: a function is shown by the beginning of its source. */
const sourceLength = 400;
/** In characters: of a longer source, it has the beginning without the checks in its loops. */
const readLength = 8_000;
const functionSource = method(Function.prototype, 'toString');

/** Describes an object's kind and content. May throw for an object that only pretends to be of a built-in kind. */
export function describeObject(value: object, copying: Copying): ConsoleObject {
  const target = proxyTarget(value);
  if (target) {
    const described = describeObject(target, copying);
    return { ...described, name: `Proxy(${described.name || (isArray(target) ? 'Array' : 'Object')})` };
  }
  if (isArray(value)) return describeArray(value, copying);
  if (typeof value === 'function') return describeFunction(value, copying);
  return describerOf(value)(value, copying);
}

function describerOf(value: object): Describe {
  for (let above = getPrototypeOf(value); above; above = getPrototypeOf(above)) {
    if (proxyTarget(above)) break;
    for (let at = 0; at < families.length; at += 1) {
      const family = families[at];
      if (family?.prototype === above) return family.describe;
    }
  }
  return describePlain;
}

function describePlain(value: object, copying: Copying): ConsoleObject {
  const count = argumentCount(value);
  if (count !== undefined) return describeList('Arguments', count, value, copying);
  const own = copyProperties(value, copying);
  if (own.entries) addBrowserAttributes(value, own.entries, copying);
  return { kind: 'plain', name: constructorName(value), ...own };
}

/** The number of items of an `arguments` object, which has no class of its own; undefined for other objects. */
function argumentCount(value: object): number | undefined {
  if (getOwnPropertyDescriptor(value, 'callee')?.enumerable !== false) return undefined;
  const length = valueAt(value, 'length');
  return typeof length === 'number' ? length : undefined;
}

function describeList(name: string, size: number, value: object, copying: Copying): ConsoleObject {
  return { kind: 'list', name, size, ...copyItems(value, size, copying) };
}

function describeArray(value: readonly unknown[], copying: Copying): ConsoleObject {
  const name = constructorName(value);
  return describeList(name === 'Array' ? '' : name, value.length, value, copying);
}

function describeFunction(value: object, copying: Copying): ConsoleObject {
  const name = valueAt(value, 'name');
  const source = withoutChecks(slice(functionSource(value), 0, readLength));
  return {
    kind: 'function',
    name: typeof name === 'string' ? copying.clip(name) : '',
    text: copying.clip(source.length > sourceLength ? `${slice(source, 0, sourceLength)}…` : source),
    ...copyProperties(value, copying),
  };
}

type Items = Map<unknown, unknown> | Set<unknown>;

/** For kinds that one text describes completely. */
function byText(write: (value: object) => string): Describe {
  return (value, copying) => ({ ...describePlain(value, copying), text: copying.clip(write(value)) });
}

/** For objects that hold a primitive value: `Number {5}`. Others that inherit from them, as prototypes do, are plain. */
function boxed(write: (value: object) => string): Describe {
  const describe = byText((value) => `${constructorName(value)} {${write(value)}}`);
  return (value, copying) => {
    try {
      write(value);
    } catch {
      return describePlain(value, copying);
    }
    return describe(value, copying);
  };
}

/** In single quotes, or in double quotes if it has single ones. */
function quoted(text: string): string {
  return indexOf(text, "'") < 0 ? `'${text}'` : `"${text}"`;
}

function byLength(prototype: { readonly length: number }): Describe {
  const lengthOf = getter(prototype, 'length');
  return (value, copying) => describeList(constructorName(value), lengthOf(value), value, copying);
}

function byIteration(kind: 'map' | 'set', prototype: Items, example: Iterator<[unknown, unknown]>): Describe {
  const sizeOf = getter(prototype, 'size');
  const start = method(prototype, 'entries');
  const next = method(getPrototypeOf(example) as typeof example, 'next');
  return (value, copying) => {
    const size = sizeOf(value);
    const items = start(value);
    const entries: ConsoleProperty[] = [];
    while (entries.length < limits.entries && copying.hasRoom()) {
      const { done, value: pair } = next(items);
      if (done) break;
      const key = kind === 'map' ? copying.encode(pair[0]) : entries.length;
      entries[entries.length] = { key, value: copying.encode(pair[1]) };
    }
    const left = size - entries.length;
    return { kind, name: constructorName(value), size, entries, ...(left > 0 && { left }) };
  };
}

/** For objects that iterate over pairs and, unlike a map, have no `size`. */
function byPairs(prototype: { entries(): Iterator<[unknown, unknown]> }, empty: object): Describe {
  const start = method(prototype, 'entries');
  const next = method(getPrototypeOf(start(empty)) as Iterator<[unknown, unknown]>, 'next');
  return (value, copying) => {
    const pairs = start(value);
    const entries: ConsoleProperty[] = [];
    let size = 0;
    for (let { done, value: pair } = next(pairs); !done; { done, value: pair } = next(pairs)) {
      size += 1;
      if (entries.length === limits.entries || !copying.hasRoom()) continue;
      entries[entries.length] = { key: copying.encode(pair[0]), value: copying.encode(pair[1]) };
    }
    const left = size - entries.length;
    return { kind: 'map', name: constructorName(value), size, entries, ...(left > 0 && { left }) };
  };
}

const numberOf = method(Number.prototype, 'valueOf');
const truthOf = method(Boolean.prototype, 'valueOf');
const textOf = method(String.prototype, 'valueOf');
const bigintText = method(BigInt.prototype, 'toString');
const symbolText = method(Symbol.prototype, 'toString');
const timeOf = method(Date.prototype, 'getTime');
const isoText = method(Date.prototype, 'toISOString');
const expressionSource = getter(RegExp.prototype, 'source');
const bytesIn = getter(ArrayBuffer.prototype, 'byteLength');
const typedArray = getPrototypeOf(Uint8Array.prototype) as Uint8Array;
const { isNaN } = Number;

const flags = (
  [
    ['d', 'hasIndices'],
    ['g', 'global'],
    ['i', 'ignoreCase'],
    ['m', 'multiline'],
    ['s', 'dotAll'],
    ['u', 'unicode'],
    ['v', 'unicodeSets'],
    ['y', 'sticky'],
  ] as const
).map(([letter, name]) => ({ letter, isSet: getter(RegExp.prototype, name) }));

/** Reads each flag by itself: the getter `flags` reads the object's own properties, which may run code of the page. */
function expressionText(expression: object): string {
  let text = `/${expressionSource(expression)}/`;
  for (let at = 0; at < flags.length; at += 1) {
    const flag = flags[at];
    if (flag?.isSet(expression)) text += flag.letter;
  }
  return text;
}

/** Dates and times of `Temporal`, where the browser has it. */
const temporal = Reflect.get(globalThis, 'Temporal') as
  | Record<string, { prototype?: { toString(): string } }>
  | undefined;
const temporalFamilies = Object.getOwnPropertyNames(temporal ?? {}).flatMap((name) => {
  const prototype = temporal?.[name]?.prototype;
  return prototype ? [{ prototype, describe: byText(method(prototype, 'toString')) }] : [];
});

/** How objects of the built-in kinds are described, by their prototype. */
const families: readonly { prototype: object; describe: Describe }[] = [
  {
    prototype: Map.prototype,
    describe: byIteration('map', Map.prototype, new Map().entries()),
  },
  {
    prototype: Set.prototype,
    describe: byIteration('set', Set.prototype, new Set().entries()),
  },
  {
    prototype: Date.prototype,
    describe: byText((date) => (isNaN(timeOf(date)) ? 'Invalid Date' : isoText(date))),
  },
  ...temporalFamilies,
  { prototype: RegExp.prototype, describe: byText(expressionText) },
  { prototype: ArrayBuffer.prototype, describe: byText((buffer) => `ArrayBuffer(${bytesIn(buffer)})`) },
  { prototype: Error.prototype, describe: describeError },
  { prototype: Number.prototype, describe: boxed((number) => `${numberOf(number)}`) },
  { prototype: Boolean.prototype, describe: boxed((truth) => `${truthOf(truth)}`) },
  { prototype: String.prototype, describe: boxed((text) => quoted(textOf(text))) },
  { prototype: BigInt.prototype, describe: boxed((number) => `${bigintText(number)}n`) },
  { prototype: Symbol.prototype, describe: boxed(symbolText) },
  {
    prototype: URLSearchParams.prototype,
    describe: byPairs(URLSearchParams.prototype, new URLSearchParams()),
  },
  { prototype: FormData.prototype, describe: byPairs(FormData.prototype, new FormData()) },
  { prototype: Headers.prototype, describe: byPairs(Headers.prototype, new Headers()) },
  { prototype: typedArray, describe: byLength(typedArray) },
  { prototype: DOMTokenList.prototype, describe: byLength(DOMTokenList.prototype) },
  { prototype: FileList.prototype, describe: byLength(FileList.prototype) },
  { prototype: NodeList.prototype, describe: byLength(NodeList.prototype) },
  { prototype: HTMLCollection.prototype, describe: byLength(HTMLCollection.prototype) },
  { prototype: Node.prototype, describe: describeNode },
  { prototype: Window.prototype, describe: () => ({ kind: 'plain', name: 'Window', entries: [] }) },
];
