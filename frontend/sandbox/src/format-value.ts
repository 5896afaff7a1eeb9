const maxDepth = 3;
const maxItems = 100;
const maxLength = 10_000;

/** A value as text, taken now: what it becomes later does not change what was printed. */
export function formatValue(value: unknown): string {
  return clip(typeof value === 'string' ? value : inspect(value, 0, new Set()));
}

/** The arguments of a console call as texts, with the `%s`, `%d`, `%i`, `%f`, `%o`, `%O` and `%c` of a first string filled in. */
export function formatArguments(args: unknown[]): string[] {
  const [first, ...rest] = args;
  if (typeof first !== 'string' || !/%[sdifoOc]/.test(first)) return args.map(formatValue);
  const text = first.replace(/%([sdifoOc%])/g, (directive, kind: string) => {
    if (kind === '%') return '%';
    if (rest.length === 0) return directive;
    return fillIn(kind, rest.shift());
  });
  return [clip(text), ...rest.map(formatValue)];
}

function fillIn(kind: string, value: unknown): string {
  if (kind === 'c') return '';
  if (kind === 'd' || kind === 'i') return String(Number.parseInt(String(value), 10));
  if (kind === 'f') return String(Number.parseFloat(String(value)));
  return formatValue(value);
}

function clip(text: string): string {
  return text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)`;
}

function inspect(value: unknown, depth: number, above: Set<object>): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'function') return `ƒ ${value.name || '(anonymous)'}()`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (above.has(value)) return '[Circular]';
  // A proxy or a getter may throw: printing must not change what the program does.
  try {
    return inspectObject(value, depth, new Set(above).add(value));
  } catch (error) {
    return `[cannot be shown: ${String(error)}]`;
  }
}

function inspectObject(value: object, depth: number, above: Set<object>): string {
  if (value instanceof Error) return value.stack?.startsWith(String(value)) ? value.stack : String(value);
  if (value instanceof Node)
    return value instanceof Element ? value.outerHTML : (value.nodeValue ?? value.nodeName);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Promise) return 'Promise {}';
  const inner = (item: unknown) => inspect(item, depth + 1, above);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value as ArrayLike<unknown>);
    if (depth >= maxDepth) return `Array(${items.length})`;
    return `${typedName(value)}[${list(items.map(inner))}]`;
  }
  if (value instanceof Map) {
    return `Map(${value.size}) {${list([...value].map(([key, item]) => `${inner(key)} => ${inner(item)}`))}}`;
  }
  if (value instanceof Set) return `Set(${value.size}) {${list([...value].map(inner))}}`;
  const name = constructorName(value);
  if (depth >= maxDepth) return `${name || 'Object'} {…}`;
  const entries = Object.keys(value).map(
    (key) => `${key}: ${inner((value as Record<string, unknown>)[key])}`,
  );
  return `${name ? `${name} ` : ''}{${list(entries)}}`;
}

function typedName(value: object): string {
  return Array.isArray(value) ? '' : `${constructorName(value)} `;
}

function constructorName(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name?: unknown } } | null;
  const name = prototype?.constructor?.name;
  return typeof name === 'string' && name !== 'Object' ? name : '';
}

function list(items: string[]): string {
  const shown = items.slice(0, maxItems).join(', ');
  return items.length > maxItems ? `${shown}, … ${items.length - maxItems} more` : shown;
}
