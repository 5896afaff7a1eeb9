import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { init, parse } from 'es-module-lexer';

/** The modules of packages as pages import them: fetched from the sandbox, and run in this process. */
export interface ImportedPackages {
  /** The namespace of the module at a path. @throws Error with the response if there is no such module. */
  import(path: string): Promise<Record<string, unknown>>;
  /** How many modules were fetched. */
  readonly requests: number;
  remove(): void;
}

/** @param bare the import map: modules by bare specifier */
export function importedPackages(origin: string, bare: Record<string, string> = {}): ImportedPackages {
  const folder = mkdtempSync(path.join(tmpdir(), 'studio-modules-'));
  const files = new Map<string, string>();

  async function fetchModule(address: string): Promise<string> {
    const known = files.get(address);
    if (known) return known;
    const file = path.join(folder, `${files.size}.mjs`);
    files.set(address, file);
    const response = await fetch(origin + address);
    const code = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${code}`);
    writeFileSync(file, await withFiles(code, address));
    return file;
  }

  async function withFiles(code: string, importer: string): Promise<string> {
    await init;
    let result = '';
    let at = 0;
    for (const { n, s, e, d } of parse(code)[0]) {
      if (code.startsWith(metaUrl, s)) {
        result += code.slice(at, s) + JSON.stringify(origin + importer);
        at = s + metaUrl.length;
      }
      if (n === undefined) continue;
      const target =
        bare[n] ??
        (/^[./]/.test(n) ? pathToFileURL(await fetchModule(pathOf(n, origin + importer))).href : n);
      result += code.slice(at, s) + (d >= 0 ? JSON.stringify(target) : target);
      at = e;
    }
    return result + code.slice(at);
  }

  return {
    import: async (address) =>
      (await import(pathToFileURL(await fetchModule(address)).href)) as Record<string, unknown>,
    get requests() {
      return files.size;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The expression for a module's own address, which is replaced by its address on the sandbox. */
const metaUrl = 'import.meta.url';

function pathOf(specifier: string, importer: string): string {
  const { pathname, search } = new URL(specifier, importer);
  return pathname + search;
}
