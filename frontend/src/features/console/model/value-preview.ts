import type { ConsoleObject, ConsoleValue } from '@studio/contract/console';

/** A piece of a value on one line, with its kind. */
export interface Token {
  text: string;
  look: 'plain' | 'name' | 'key' | 'string' | 'number' | 'keyword' | 'muted';
}

/** How many entries a preview shows. */
const shownProperties = 6;
const shownItems = 20;
const shownString = 60;

/** A value on one line, as in developer tools: `{a: 1, b: Array(3)}`. Nested objects are only named. */
export function previewOf(value: ConsoleValue, objects: readonly ConsoleObject[], nested = false): Token[] {
  const object = objectOf(value, objects);
  if (object) return nested ? nameOf(object) : describe(object, objects);
  return [primitive(value, nested)];
}

/** The object that a value refers to; null for a primitive value. */
export function objectOf(
  value: ConsoleValue | undefined,
  objects: readonly ConsoleObject[],
): ConsoleObject | null {
  return typeof value === 'object' && value?.type === 'ref' ? (objects[value.at] ?? null) : null;
}

/** The tokens as one text. */
export function tokenText(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join('');
}

function primitive(value: ConsoleValue, nested: boolean): Token {
  if (typeof value === 'string') return { text: quote(nested ? shorten(value) : value), look: 'string' };
  if (typeof value === 'number') return { text: Object.is(value, -0) ? '-0' : String(value), look: 'number' };
  if (typeof value === 'bigint') return { text: `${value}n`, look: 'number' };
  if (typeof value !== 'object' || value === null) return { text: String(value), look: 'keyword' };
  if (value.type === 'symbol') return { text: value.text, look: 'string' };
  return { text: value.type === 'note' ? value.text : '…', look: 'muted' };
}

function describe(object: ConsoleObject, objects: readonly ConsoleObject[]): Token[] {
  const { kind, name, entries = [] } = object;
  if (object.text !== undefined || kind === 'function') return nameOf(object);
  const limit = kind === 'plain' ? shownProperties : shownItems;
  const more = entries.length > limit || (object.left ?? 0) > 0;
  const items = entries
    .slice(0, limit)
    .flatMap(({ key, value }, index) => [
      ...(index > 0 ? [plain(', ')] : []),
      ...keyTokens(object, key, objects),
      ...previewOf(value, objects, true),
    ]);
  if (more) items.push({ text: `${entries.length > 0 ? ', ' : ''}…`, look: 'muted' });
  const [open, close] = kind === 'list' ? ['[', ']'] : ['{', '}'];
  const title = kind === 'plain' ? name : sizedName(object);
  return [
    ...(title === '' ? [] : [{ text: `${title} `, look: 'name' } as const]),
    plain(object.entries ? open : `${open}…`),
    ...items,
    plain(close),
  ];
}

function keyTokens(object: ConsoleObject, key: ConsoleValue, objects: readonly ConsoleObject[]): Token[] {
  if (object.kind === 'map') return [...previewOf(key, objects, true), plain(' => ')];
  const isPlace = typeof key === 'number';
  return isPlace ? [] : [{ text: keyText(key), look: 'key' }, plain(': ')];
}

/** The name of a property as in code. */
export function keyText(key: ConsoleValue): string {
  if (typeof key === 'string') return /^[\w$]*$/.test(key) && key !== '' ? key : quote(shorten(key));
  if (typeof key === 'object' && key?.type === 'symbol') return `[${key.text}]`;
  return typeof key === 'object' ? String(null) : String(key);
}

/** `(3)` before an array's items, `Map(2)` before a map's. */
function sizedName({ name, size = 0 }: ConsoleObject): string {
  return name === '' ? `(${size})` : `${name}(${size})`;
}

function nameOf(object: ConsoleObject): Token[] {
  const { kind, name, text, size = 0, entries } = object;
  if (kind === 'function') return [{ text: functionTitle(name, text ?? ''), look: 'name' }];
  if (kind === 'error') return [{ text: (text ?? name).split('\n', 1)[0] ?? name, look: 'name' }];
  if (kind === 'element') return [{ text: elementText(object), look: 'keyword' }];
  if (kind === 'text')
    return [{ text: name === '#text' ? quote(shorten(text ?? '')) : (text ?? ''), look: 'muted' }];
  if (text !== undefined) return [{ text, look: 'string' }];
  if (kind === 'list') return [{ text: `${name || 'Array'}(${size})`, look: 'name' }];
  if (kind !== 'plain') return [{ text: `${name}(${size})`, look: 'name' }];
  if (name !== '') return [{ text: name, look: 'name' }];
  return [plain(entries?.length === 0 ? '{}' : '{…}')];
}

/** Elements that have no end tag. */
const voidElement = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** An element with its content where that is empty or a short text. */
function elementText({ name, text = '', entries, left = 0 }: ConsoleObject): string {
  if (!text.startsWith('<')) return text;
  const isEmpty = entries?.length === 0 && left === 0;
  if (isEmpty && voidElement.test(name)) return text;
  return `${text}${isEmpty ? '' : (shortText(entries, left) ?? '…')}</${name}>`;
}

function shortText(entries: ConsoleObject['entries'] = [], left = 0): string | undefined {
  const content = entries.length === 1 && left === 0 ? entries[0]?.value : undefined;
  const isShort = typeof content === 'string' && content.length <= shownString && !content.includes('\n');
  return isShort ? content : undefined;
}

function functionTitle(name: string, source: string): string {
  if (source.startsWith('class')) return `class ${name || '(anonymous)'}`;
  return `ƒ ${name || '(anonymous)'}()`;
}

/** A string literal in single quotes, or in double quotes if that avoids escapes. */
function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `${mark}${escaped.replaceAll(mark, `\\${mark}`)}${mark}`;
}

function shorten(text: string): string {
  return text.length > shownString ? `${text.slice(0, shownString)}…` : text;
}

function plain(text: string): Token {
  return { text, look: 'plain' };
}
