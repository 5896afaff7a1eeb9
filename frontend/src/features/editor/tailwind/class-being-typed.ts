const quotes = ['"', "'", '`'];
const attributes = ['class', 'className'];

/**
 * What is typed so far of a class, at the end of a piece of HTML, JSX or CSS: in the value of `class` or `className`,
 * braces around it or not, or behind `@apply`. Null everywhere else. An empty text is a class that is yet to come.
 */
export function classBeingTyped(text: string): string | null {
  const value = attributeValue(text) ?? applied(text);
  return value?.split(/\s/).at(-1) ?? null;
}

function attributeValue(text: string): string | null {
  const quote = Math.max(...quotes.map((mark) => text.lastIndexOf(mark)));
  if (quote === -1) return null;
  const before = text.slice(0, quote).trimEnd();
  const assigned = (before.endsWith('{') ? before.slice(0, -1) : before).trimEnd();
  if (!assigned.endsWith('=')) return null;
  const name = assigned.slice(0, -1).trimEnd();
  const isClass = attributes.some(
    (attribute) => /\s/.test(name.at(-attribute.length - 1) ?? '') && name.endsWith(attribute),
  );
  return isClass ? text.slice(quote + 1) : null;
}

function applied(text: string): string | null {
  const rule = '@apply ';
  const at = text.lastIndexOf(rule);
  const value = text.slice(at + rule.length);
  return at === -1 || /[;{}]/.test(value) ? null : value;
}
