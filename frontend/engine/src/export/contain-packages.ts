import { parseSpecifier } from '@studio/contract/packages/specifier';
import { findInlineScripts, type ImportMap, readImportMap } from '../html/inline-scripts.js';
import { scriptsOnDemand } from '../libraries/bundled-modules.js';
import { scriptElement } from '../libraries/link-libraries.js';
import { findImports } from '../script/module-imports.js';
import { parseScript } from '../script/parse-script.js';

/** A file of a package, as the studio serves it. */
export interface PackageContent {
  type: string;
  bytes: Uint8Array;
}

/** Reads `/packages/…` from the studio. @throws Error with the reason, to be shown to the user */
export type ReadPackage = (path: string) => Promise<PackageContent>;

/** Larger pages open too slowly in browsers. */
const mostBytes = 64 * 1_048_576;
const folder = '/packages/';

/**
 * A page that needs no network for its packages: it contains all imported modules as text and their other files as
 * `data:` addresses. When the page opens, one script creates an import map from them, so that a module has a single
 * instance whichever name it is imported by. `imported`: the specifiers that the project's own code imports.
 */
export async function containPackages(
  html: string,
  imported: readonly string[],
  read: ReadPackage,
): Promise<string> {
  const files = new PackageFiles(read);
  const withStyles = await files.inlineIn(html, styleAddress);
  const element = findInlineScripts(withStyles).find(({ kind }) => kind === 'importmap');
  const map = element && readImportMap(withStyles.slice(element.start, element.end));
  if (!element || !map || 'mistake' in map) return withStyles;
  const modules = await collectModules(map, imported, files);
  const elementEnd = element.end + '</script>'.length;
  const start = modules.scripts.map(scriptElement).join('') + startScript(map, modules);
  return withStyles.slice(0, element.tagStart) + start + withStyles.slice(elementEnd);
}

interface CollectedModules {
  /** Code by address; its imports of packages are replaced by the `moduleName` of their address. */
  texts: Map<string, string>;
  /** Addresses by the bare names that modules import. */
  names: Map<string, string>;
  /** Scripts for the React or Vue that only packages import. */
  scripts: string[];
}

async function collectModules(
  { imports = {} }: ImportMap,
  imported: readonly string[],
  files: PackageFiles,
): Promise<CollectedModules> {
  const texts = new Map<string, string>();
  const names = new Map<string, string>();
  const scripts = new Set<string>();
  const waiting: string[] = [];
  const addName = (name: string) => {
    const address = imports[name] ?? addressByPrefix(name, imports);
    for (const script of scriptsOnDemand(address ?? '')) scripts.add(script);
    if (!address?.startsWith(folder)) return;
    names.set(name, address);
    waiting.push(address);
  };
  for (const name of imported) addName(name);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (texts.has(address)) continue;
    const code = await files.code(address);
    // A style sheet, which code can import as well.
    if (code === null) continue;
    const parsed = await parseScript(code, 'module');
    if (parsed.mistake || !parsed.program) throw new Error(`${address} cannot be read as a module`);
    let text = '';
    let at = 0;
    for (const { specifier, nameStart } of await findImports(parsed.program)) {
      const isPath = /^[./]/.test(specifier);
      const { pathname, search } = new URL(isPath ? specifier : '', `file://${address}`);
      if (!isPath) addName(specifier);
      if (!isPath || !pathname.startsWith(folder)) continue;
      const target = pathname + search;
      waiting.push(target);
      text += code.slice(at, nameStart) + moduleName(target);
      at = nameStart + specifier.length;
    }
    texts.set(address, await files.inlineIn(text + code.slice(at), fileAddress));
  }
  return { texts, names, scripts: [...scripts] };
}

/** A module's address as a name in the import map, without a final slash, which would mean a folder there. */
function moduleName(address: string): string {
  return address.slice(folder.length).replace(/\/$/, '');
}

function addressByPrefix(name: string, imports: Record<string, string>): string | undefined {
  const own = parseSpecifier(name)?.name;
  const base = own === undefined ? undefined : imports[`${own}/`];
  return base?.startsWith(folder) ? base + name.slice((own ?? '').length + 1) : undefined;
}

/** Addresses of packages' files: in styles, and in modules. */
const styleAddress = /(?<=@import\s{1,9}(?:url\(\s{0,9})?["']?)\/packages\/[^"'()\s;]+/g;
const fileAddress =
  /(?<=new URL\(\s{0,9}["'`])\/packages\/[^"'`]{1,1000}(?=["'`],\s{0,9}import\.meta\.url\))/g;
const urlInStyles =
  /url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'()]+))\s*\)|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')/g;

/** Reads files, each once. */
class PackageFiles {
  readonly #read: ReadPackage;
  readonly #contents = new Map<string, Promise<PackageContent>>();
  #bytes = 0;

  constructor(read: ReadPackage) {
    this.#read = read;
  }

  /** Null if the file is not a script. */
  async code(address: string): Promise<string | null> {
    const { type, bytes } = await this.#content(address);
    return type.includes('javascript') ? new TextDecoder().decode(bytes) : null;
  }

  /** The text with each address replaced by a `data:` address of its file. */
  async inlineIn(text: string, addresses: RegExp): Promise<string> {
    const found = [...new Set(text.match(addresses))];
    const inlined = new Map<string, string>();
    for (const address of found) inlined.set(address, await this.#asData(address));
    return text.replace(addresses, (address) => inlined.get(address) ?? address);
  }

  /** A file as a `data:` address; a style sheet contains the files it names. `outer` detects circular imports. */
  async #asData(address: string, outer: readonly string[] = []): Promise<string> {
    const { type, bytes } = await this.#content(address);
    if (!type.startsWith('text/css')) return toData(type, bytes);
    const css = new TextDecoder().decode(bytes);
    let text = '';
    let at = 0;
    for (const match of css.matchAll(urlInStyles)) {
      const named = match.slice(1).find((each) => each !== undefined) ?? '';
      if (named === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(named)) continue;
      const { pathname, hash } = new URL(named, `file://${address}`);
      if (outer.includes(pathname) || pathname === address) continue;
      const start = match.index + match[0].indexOf(named);
      text += css.slice(at, start) + (await this.#asData(pathname, [...outer, address])) + hash;
      at = start + named.length;
    }
    return toData(type, new TextEncoder().encode(text + css.slice(at)));
  }

  #content(address: string): Promise<PackageContent> {
    const known = this.#contents.get(address) ?? this.#fetch(address);
    this.#contents.set(address, known);
    return known;
  }

  async #fetch(address: string): Promise<PackageContent> {
    const content = await this.#read(address);
    this.#bytes += content.bytes.length;
    if (this.#bytes > mostBytes) throw new Error('The packages are too large to fit into one page');
    return content;
  }
}

function toData(type: string, bytes: Uint8Array): string {
  let binary = '';
  // A call accepts this many arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return `data:${type.replaceAll(' ', '')};base64,${btoa(binary)}`;
}

/** The script that replaces the import map. */
function startScript(map: ImportMap, { texts, names }: CollectedModules): string {
  const imports = Object.entries(map.imports ?? {}).filter(([, address]) => !address.startsWith(folder));
  const data = {
    map: { ...map, imports: Object.fromEntries(imports) },
    names: Object.fromEntries([...names].map(([name, address]) => [name, moduleName(address)])),
    texts: Object.fromEntries([...texts].map(([address, text]) => [moduleName(address), text])),
  };
  return `<script>${starter.replace('DATA', () => JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>`;
}

const starter = `(({ map, names, texts }) => {
  for (const [module, text] of Object.entries(texts))
    map.imports[module] = "data:text/javascript," + encodeURIComponent(text + "\\n//# sourceURL=${folder}" + module);
  for (const [name, module] of Object.entries(names)) map.imports[name] = map.imports[module];
  const element = Object.assign(document.createElement("script"), { type: "importmap", textContent: JSON.stringify(map) });
  document.currentScript.replaceWith(element);
})(DATA);`.replace(/\n\s*/g, ' ');
