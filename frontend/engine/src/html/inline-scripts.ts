import { readAttributes, scanTags } from './scan-tags.js';

/** An inline script; its text, right behind its tag, is between `start` and `end`. */
export interface InlineScript {
  kind: 'classic' | 'module' | 'importmap';
  tagStart: number;
  start: number;
  end: number;
  /** In SVG or MathML, where its text is markup (`foreignText`). */
  isForeign: boolean;
}

const javaScriptType = /^(?:(?:application|text)\/(?:x-)?(?:java|ecma)script)?$/i;

/** The inline scripts that a browser would run or read, with their kind. */
export function findInlineScripts(html: string): InlineScript[] {
  const found: InlineScript[] = [];
  for (const tag of scanTags(html)) {
    if (tag.kind !== 'start' || tag.name !== 'script') continue;
    const attributes = readAttributes(html, tag);
    const kind = attributes.has('src') ? null : scriptKind(attributes.get('type'));
    const { start: tagStart, end: start, contentEnd: end, isForeign } = tag;
    if (kind) found.push({ kind, tagStart, start, end, isForeign });
  }
  return found;
}

const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/**
 * The text of a script in SVG as browsers run it, with every offset as it was: without the marks around CDATA, and
 * with spaces before characters that have shorter names in code.
 */
export function foreignText(markup: string): string {
  const marked = /^(\s*)<!\[CDATA\[([^]*)\]\]>(\s*)$/.exec(markup);
  if (marked) return `${marked[1]}${' '.repeat(9)}${marked[2]}   ${marked[3]}`;
  return markup.replace(/(?:&(?:lt|gt|amp);)+/g, (names) =>
    names.replace(/&\w+;/g, (name) => characters[name] ?? name).padStart(names.length),
  );
}

function scriptKind(type = ''): InlineScript['kind'] | null {
  const name = type.trim().toLowerCase();
  if (name === 'module' || name === 'importmap') return name;
  return javaScriptType.test(name) ? 'classic' : null;
}

/**
 * An import map (HTML standard): specifiers to addresses, within a scope or everywhere. A value that is no text blocks
 * its name.
 */
export interface ImportMap {
  imports?: Record<string, unknown>;
  scopes?: Record<string, unknown>;
  integrity?: Record<string, unknown>;
}

/** Reads the text of an import map, or returns what is wrong with it. */
export function readImportMap(text: string): ImportMap | { mistake: string } {
  try {
    const map: unknown = JSON.parse(text);
    if (!isObject(map)) return { mistake: 'An import map is an object, like { "imports": {} }' };
    const wrong = ['imports', 'scopes', 'integrity'].find((key) => key in map && !isObject(map[key]));
    return wrong ? { mistake: `"${wrong}" of an import map is an object` } : map;
  } catch (error) {
    return {
      mistake: `This import map is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Merges import maps; earlier ones take precedence. */
export function mergeImportMaps(maps: readonly ImportMap[]): ImportMap {
  return {
    imports: firstOfEach(maps.map(({ imports = {} }) => imports)),
    scopes: mergeScopes(maps.map(({ scopes = {} }) => scopes)),
    integrity: firstOfEach(maps.map(({ integrity = {} }) => integrity)),
  };
}

function firstOfEach(records: readonly Record<string, unknown>[]): Record<string, unknown> {
  return Object.fromEntries(records.toReversed().flatMap(Object.entries));
}

/** Scopes that several maps have keep the entries of all. */
function mergeScopes(all: readonly Record<string, unknown>[]): Record<string, unknown> {
  const scopes = new Map<string, unknown[]>();
  for (const [prefix, entries] of all.flatMap(Object.entries)) {
    const before = scopes.get(prefix);
    if (before) before.push(entries);
    else scopes.set(prefix, [entries]);
  }
  return Object.fromEntries(
    [...scopes].map(([prefix, parts]): [string, unknown] => [
      prefix,
      isObject(parts[0]) ? firstOfEach(parts.filter(isObject)) : parts[0],
    ]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
