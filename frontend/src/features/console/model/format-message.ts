import type { ConsoleEntry, ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { plainText } from './plain-text.ts';
import { keyText, objectOf, previewOf, tokenText } from './value-preview.ts';

/** The styles that `%c` may set. None of them can load anything or affect the layout. */
export interface TextStyle {
  color?: string;
  backgroundColor?: string;
  fontWeight?: string;
  fontStyle?: string;
}

/** A part of a message: literal text, or a value. */
export type MessagePart =
  | { kind: 'text'; text: string; style?: TextStyle }
  | { kind: 'value'; value: ConsoleValue };

const directive = /%([sdifoOc%])/g;

/**
 * Formats the arguments of a console call: fills in the directives `%s %d %i %f %o %O %c` of a first string, and
 * appends the remaining arguments, separated by spaces. (Source: the WHATWG Console Standard, Formatter.)
 */
export function formatMessage(
  args: readonly ConsoleValue[],
  objects: readonly ConsoleObject[],
): MessagePart[] {
  const [first, ...rest] = args;
  if (typeof first !== 'string' || rest.length === 0 || !first.includes('%')) return spaced(args);

  const parts: MessagePart[] = [];
  let style: TextStyle | undefined;
  let done = 0;
  const push = (text: string) => {
    if (text !== '') parts.push(style ? { kind: 'text', text, style } : { kind: 'text', text });
  };
  for (const match of first.matchAll(directive)) {
    const kind = match[1];
    if (kind !== '%' && rest.length === 0) break;
    push(first.slice(done, match.index));
    done = match.index + match[0].length;
    if (kind === '%') {
      push('%');
      continue;
    }
    const value = rest.shift();
    if (kind === 'c') style = styleOf(value);
    else if ((kind === 'o' || kind === 'O') && typeof value !== 'string')
      parts.push({ kind: 'value', value });
    else push(fillIn(kind, value, objects));
  }
  push(first.slice(done));
  return rest.length === 0 ? parts : [...parts, { kind: 'text', text: ' ' }, ...spaced(rest)];
}

function spaced(args: readonly ConsoleValue[]): MessagePart[] {
  return args.flatMap((value, index) => [
    ...(index > 0 ? [{ kind: 'text', text: ' ' } as const] : []),
    typeof value === 'string' ? { kind: 'text', text: value } : { kind: 'value', value },
  ]);
}

function fillIn(kind: string | undefined, value: ConsoleValue, objects: readonly ConsoleObject[]): string {
  const text = plainText(value, objects);
  if (kind !== 'd' && kind !== 'i' && kind !== 'f') return text;
  return String(kind === 'f' ? Number.parseFloat(text) : Number.parseInt(text, 10));
}

const properties = new Map<string, keyof TextStyle>([
  ['color', 'color'],
  ['background', 'backgroundColor'],
  ['background-color', 'backgroundColor'],
  ['font-weight', 'fontWeight'],
  ['font-style', 'fontStyle'],
]);

/** Colours, weights and slants; values with an address are ignored. */
function styleOf(css: ConsoleValue): TextStyle | undefined {
  if (typeof css !== 'string') return undefined;
  const style: TextStyle = {};
  for (const declaration of css.slice(0, 1_000).split(';')) {
    const [name = '', value = ''] = declaration.split(':', 2).map((part) => part.trim());
    const property = properties.get(name.toLowerCase());
    if (property && /^[\w#(),.%\s/-]+$/.test(value) && !/url|image/i.test(value)) style[property] = value;
  }
  return Object.keys(style).length > 0 ? style : undefined;
}

/** The longest text of a copied value, in UTF-16 units, as circular objects would never end. */
const longest = 200_000;
/** A value up to this length is written on one line. */
const lineLength = 72;

/** A message on one line, as in the list while collapsed. */
export function messageText({ args, objects = [] }: ConsoleEntry): string {
  return formatMessage(args, objects)
    .map((part) => (part.kind === 'text' ? part.text : tokenText(previewOf(part.value, objects))))
    .join('');
}

/** A message with the full content of its objects and, for errors, warnings and traces, its stack; for copying. */
export function fullText({ level, kind, args, objects = [], stack = '' }: ConsoleEntry): string {
  const text = formatMessage(args, objects)
    .map((part) => (part.kind === 'text' ? part.text : valueText(part.value, objects)))
    .join('');
  const hasStack = stack !== '' && (level === 'error' || level === 'warn' || kind === 'trace');
  return hasStack ? `${text}\n${stack}` : text;
}

/** A value with its full content; each level is indented by two spaces. */
export function valueText(value: ConsoleValue, objects: readonly ConsoleObject[]): string {
  let room = longest;

  function write(current: ConsoleValue, above: readonly ConsoleObject[]): string {
    const object = objectOf(current, objects);
    // The indentation counts as well.
    room -= 2 * above.length;
    if (!object) return spend(tokenText(previewOf(current, objects)));
    if (object.kind === 'error' && above.length === 0) return spend(object.text ?? object.name);
    if (above.includes(object)) return '[Circular]';
    if (!object.entries?.length || object.kind === 'function' || object.text !== undefined || room <= 0) {
      return spend(tokenText(previewOf(current, objects, room <= 0)));
    }
    const inner = [...above, object];
    const items = object.entries.map(
      ({ key, value: item }) => `${keyOf(object, key, inner)}${write(item, inner)}`,
    );
    if (object.left) items.push(`… ${object.left} more`);
    return enclose(object, items);
  }

  function keyOf(object: ConsoleObject, key: ConsoleValue, above: readonly ConsoleObject[]): string {
    if (object.kind === 'map') return `${write(key, above)} => `;
    return typeof key === 'number' ? '' : `${spend(keyText(key))}: `;
  }

  function spend(text: string): string {
    room -= text.length;
    return text;
  }

  return write(value, []);
}

function enclose({ kind, name, size }: ConsoleObject, items: readonly string[]): string {
  const [open, close] = kind === 'list' ? ['[', ']'] : ['{', '}'];
  const title = kind === 'map' || kind === 'set' ? `${name}(${size}) ` : name === '' ? '' : `${name} `;
  const line = items.join(', ');
  if (line.length <= lineLength && !line.includes('\n')) return `${title}${open}${line}${close}`;
  const indented = items.map((item) => `  ${item.replaceAll('\n', '\n  ')}`);
  return `${title}${open}\n${indented.join(',\n')}\n${close}`;
}
