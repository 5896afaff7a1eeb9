const mapElement = /<script\b[^>]*\btype\s*=\s*["']?importmap\b[^>]*>([\s\S]*?)<\/script/i;

/** The names that an import map in the page leads elsewhere, with the addresses they lead to. */
export function importMapOf(html: string): Record<string, string> {
  try {
    const map: unknown = JSON.parse(mapElement.exec(html)?.[1] ?? '{}');
    const imports = (map as { imports?: Record<string, unknown> } | null)?.imports ?? {};
    return Object.fromEntries(
      Object.entries(imports).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}
