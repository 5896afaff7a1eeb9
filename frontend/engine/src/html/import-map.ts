/** What an import map may hold (HTML, import maps): specifiers to addresses, within a scope or everywhere. */
export interface ImportMap {
  imports?: Record<string, string>;
  scopes?: Record<string, Record<string, string>>;
  integrity?: Record<string, string>;
}

/** Reads the text of an import map, or tells what is wrong with it. */
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

/** Both in one; where they differ the first wins. */
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
