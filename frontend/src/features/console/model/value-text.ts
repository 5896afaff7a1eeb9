import type { ConsoleEntry, ConsoleObject, ConsoleValue } from '@studio/contract/console';
import { formatMessage } from './format-message.ts';
import { keyText, objectOf, previewOf, tokenText } from './value-preview.ts';

/** What a copied value may hold, in UTF-16 units: an object that is met again and again would never end. */
const longest = 200_000;
/** What fits on one line stays on it. */
const lineLength = 72;

/** A message on one line, as it stands in the list closed. */
export function messageText({ args, objects = [] }: ConsoleEntry): string {
  return formatMessage(args, objects)
    .map((part) => (part.kind === 'text' ? part.text : tokenText(previewOf(part.value, objects))))
    .join('');
}

/** A message with all that its objects hold, to be copied. */
export function fullText({ args, objects = [] }: ConsoleEntry): string {
  return formatMessage(args, objects)
    .map((part) => (part.kind === 'text' ? part.text : valueText(part.value, objects)))
    .join('');
}

/** A value with all that it holds, each level two spaces further in. */
export function valueText(value: ConsoleValue, objects: readonly ConsoleObject[]): string {
  let room = longest;

  function write(current: ConsoleValue, above: readonly ConsoleObject[]): string {
    const object = objectOf(current, objects);
    // Its indentation counts as well.
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
