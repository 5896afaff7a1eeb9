/**
 * The runtime of a template. It is sent to the isolate as text, so it must not use anything outside this function.
 * Constant attributes are computed with it outside the isolate. `longest`: limit of the output in characters.
 */
export function pugRuntime(longest: number, tooLong: string) {
  /** Saved before the template runs, which may replace it. */
  const { stringify } = JSON;
  const maxPlaces = 100_000;
  const entities: Record<string, string> = { '"': '&quot;', '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  const chunks: string[] = [];
  /** Where the pieces of the output were written: offset, line, column, and so on. */
  const places: number[] = [];
  const mixins = new Map<string, (...values: unknown[]) => void>();
  const outside = globalThis as { pug_line?: number; pug_column?: number };
  let length = 0;

  /** Undeclared names are undefined, and can be set. */
  const scope = new Proxy(Object.create(null) as object, {
    has: (known, name) =>
      typeof name === 'string' && name !== 'pug_runtime' && (name in known || !(name in globalThis)),
  });

  function raw(value: unknown): void {
    const text = String(value);
    length += text.length;
    if (length > longest) throw new RangeError(tooLong);
    chunks.push(text);
  }

  function at(line: number, column: number): void {
    outside.pug_line = line;
    outside.pug_column = column;
  }

  function escape<Value>(value: Value): Value | string {
    const text = String(value);
    return /["&<>]/.test(text) ? text.replace(/["&<>]/g, (sign) => entities[sign] ?? sign) : value;
  }

  function classes(value: unknown, escaping?: readonly boolean[]): string {
    if (Array.isArray(value))
      return value
        .map((each, index) => {
          const name = classes(each);
          return name && escaping?.[index] ? escape(name) : name;
        })
        .filter(Boolean)
        .join(' ');
    if (value && typeof value === 'object')
      return Object.entries(value)
        .flatMap(([name, isOn]) => (name && isOn ? [name] : []))
        .join(' ');
    return (value || '') as string;
  }

  type Style = string | number | boolean | null | undefined | Record<string, unknown>;

  function style(value: Style): string {
    if (!value) return '';
    if (typeof value !== 'object') return String(value);
    return Object.entries(value)
      .map(([name, each]) => `${name}:${String(each)};`)
      .join('');
  }

  function attr(name: string, given: unknown, isEscaped: boolean, isTerse: boolean): string {
    const isLeftOut = given === false || given === null || given === undefined;
    if (isLeftOut || (!given && (name === 'class' || name === 'style'))) return '';
    if (given === true) return isTerse ? ` ${name}` : ` ${name}="${name}"`;
    const own = given as { toJSON?: () => unknown };
    const value =
      (typeof given === 'object' || typeof given === 'function') && typeof own.toJSON === 'function'
        ? own.toJSON()
        : given;
    if (typeof value === 'string') return ` ${name}="${isEscaped ? escape(value) : value}"`;
    const json = (stringify(value) as string | undefined) ?? 'undefined';
    if (!isEscaped && json.includes('"')) return ` ${name}='${json.replaceAll("'", '&#39;')}'`;
    return ` ${name}="${isEscaped ? escape(json) : json}"`;
  }

  type Attributes = Record<string, unknown>;

  /** Merges the attributes of one element: classes and styles accumulate. */
  function merge(all: readonly Attributes[]): Attributes {
    const [first, ...others] = all;
    const merged: Attributes = Object.assign(Object.create(null) as Attributes, first);
    const withEnd = (text: string) => (text && !text.endsWith(';') ? `${text};` : text);
    for (const attributes of others)
      for (const name in attributes) {
        const [known, value] = [merged[name], attributes[name]];
        if (name === 'class') merged[name] = [known || [], value || []].flat();
        else if (name === 'style')
          merged[name] = withEnd(style(known as Style)) + withEnd(style(value as Style));
        else merged[name] = value;
      }
    return merged;
  }

  function attrs(attributes: Attributes, isTerse: boolean): string {
    let first = '';
    let others = '';
    for (const [name, value] of Object.entries(attributes))
      if (name === 'class') first = attr(name, classes(value), false, isTerse);
      else others += attr(name, name === 'style' ? style(value as Style) : value, false, isTerse);
    return first + others;
  }

  /** Keys and values of a loop: by index for anything with a length, else by name. */
  function* each(list: Record<string, unknown>): Generator<[number | string, unknown]> {
    if (typeof list.length === 'number') {
      const count = list.length;
      for (let index = 0; index < count; index += 1) yield [index, list[index]];
    } else for (const name in list) yield [name, list[name]];
  }

  return {
    scope,
    raw,
    at,
    escape,
    classes,
    style,
    attr,
    merge,
    attrs,
    each,
    text(value: string, line: number, column: number): void {
      at(line, column);
      if (places.length < 3 * maxPlaces) places.push(length, line, column);
      raw(value);
    },
    print(value: unknown, isEscaped: boolean): void {
      if (value !== null && value !== undefined) raw(isEscaped ? escape(value) : value);
    },
    define(name: string, mixin: (...values: unknown[]) => void): void {
      mixins.set(name, mixin);
    },
    mixin(name: string) {
      const mixin = mixins.get(name);
      if (!mixin) throw new ReferenceError(`there is no mixin named ${name}`);
      return mixin;
    },
    /** The places, then the page behind the end of their line. */
    result: () => `${places.join()}\n${chunks.join('')}`,
  };
}
