import type { ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { objectOf, previewOf, tokenText } from './value-preview.ts';

/** What `%c` may change. Nothing of it can load or move anything. */
export interface TextStyle {
  color?: string;
  backgroundColor?: string;
  fontWeight?: string;
  fontStyle?: string;
}

/** A message is texts, which are shown to the letter, and values, which are shown as values. */
export type MessagePart =
  | { kind: 'text'; text: string; style?: TextStyle }
  | { kind: 'value'; value: ConsoleValue };

const directive = /%([sdifoOc%])/g;

/**
 * The arguments of a console call as they are read: the directives `%s %d %i %f %o %O %c` of a first string filled in,
 * what is left over behind it, with a space between. (Source: the WHATWG Console Standard, Formatter.)
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
  const text = typeof value === 'string' ? value : tokenText(previewOf(value, objects));
  if (kind !== 'd' && kind !== 'i' && kind !== 'f') return text;
  if (objectOf(value, objects)) return 'NaN';
  return String(kind === 'f' ? Number.parseFloat(text) : Number.parseInt(text, 10));
}

const properties: Record<string, keyof TextStyle> = {
  color: 'color',
  background: 'backgroundColor',
  'background-color': 'backgroundColor',
  'font-weight': 'fontWeight',
  'font-style': 'fontStyle',
};

/** Colours, weights and slants; anything with an address in it is left out. */
function styleOf(css: ConsoleValue): TextStyle | undefined {
  if (typeof css !== 'string') return undefined;
  const style: TextStyle = {};
  for (const declaration of css.slice(0, 1_000).split(';')) {
    const [name = '', value = ''] = declaration.split(':', 2).map((part) => part.trim());
    const property = properties[name.toLowerCase()];
    if (property && /^[\w#(),.%\s/-]+$/.test(value) && !/url|image/i.test(value)) style[property] = value;
  }
  return Object.keys(style).length > 0 ? style : undefined;
}
