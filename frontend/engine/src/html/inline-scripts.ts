import { readAttributes, scanTags } from './scan-tags.js';

/** An inline script; its text, right behind its tag, is between `start` and `end`. */
export interface InlineScript {
  kind: 'classic' | 'module' | 'importmap';
  tagStart: number;
  start: number;
  end: number;
}

const javaScriptType = /^(?:(?:application|text)\/(?:x-)?(?:java|ecma)script)?$/i;

/** The inline scripts that a browser would run or read, with their kind. */
export function findInlineScripts(html: string): InlineScript[] {
  const found: InlineScript[] = [];
  for (const tag of scanTags(html)) {
    if (tag.kind !== 'start' || tag.name !== 'script') continue;
    const attributes = readAttributes(html, tag);
    const kind = attributes.has('src') ? null : scriptKind(attributes.get('type'));
    if (kind) found.push({ kind, tagStart: tag.start, start: tag.end, end: tag.contentEnd });
  }
  return found;
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

/** Merges two import maps; the first one takes precedence. */
export function mergeImportMaps(one: ImportMap, other: ImportMap): ImportMap {
  return {
    imports: { ...other.imports, ...one.imports },
    scopes: { ...other.scopes, ...one.scopes },
    integrity: { ...other.integrity, ...one.integrity },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
