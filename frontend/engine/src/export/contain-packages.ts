import { parseSpecifier } from '@studio/contract/packages/specifier';
import { findInlineScripts, type ImportMap, readImportMap } from '../html/inline-scripts.js';
import { scriptsOnDemand } from '../libraries/built-in-modules.js';
import { scriptElement } from '../libraries/link-libraries.js';
import { findImports } from '../script/module-imports.js';
import { parseScript } from '../script/parse-script.js';

/** A file of a package, as the studio serves it. */
export interface PackageContent {
  type: string;
  bytes: Uint8Array;
}

/** Reads `/packages/…` from the studio; null: it has no such file. */
export type ReadPackage = (path: string) => Promise<PackageContent | null>;

/** A page cannot contain the packages of its project; the message is the reason, for the user. */
export class PackagesNotContained extends Error {}

/** Larger pages open too slowly in browsers. */
const maxBytes = 64 * 1_048_576;
/** Style sheets contain each file as often as they name it, also those that import each other again and again. */
const maxCopies = 10_000;
const folder = '/packages/';

/**
 * A page that needs no network for its packages: it contains all imported modules as text and their other files as
 * `data:` addresses. When the page opens, one script creates an import map from them, so that a module has a single
 * instance whichever name it is imported by. `imported`: the specifiers that the project's own code imports.
 * @throws PackagesNotContained
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
  /** `data:` addresses of what is imported with its own type, such as JSON, by address. */
  typed: Map<string, string>;
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
  const typed = new Map<string, string>();
  const names = new Map<string, string>();
  const scripts = new Set<string>();
  const waiting: string[] = [];
  const addName = (name: string) => {
    const address = name in imports ? imports[name] : addressByPrefix(name, imports);
    if (typeof address !== 'string') return;
    for (const script of scriptsOnDemand(address)) scripts.add(script);
    if (!address.startsWith(folder)) return;
    names.set(name, address);
    waiting.push(address);
  };
  // What has no entry of its own is a style sheet that only styles import.
  for (const name of imported) if (name in imports) addName(name);
  while (waiting.length > 0) {
    const found = [...new Set(waiting.splice(0))].filter(
      (address) => !texts.has(address) && !typed.has(address),
    );
    const codes = await Promise.all(found.map((address) => files.code(address)));
    for (const [index, address] of found.entries()) {
      const { [index]: code = null } = codes;
      if (code === null) {
        typed.set(address, await files.data(address));
        continue;
      }
      const { text, targets } = await withModuleNames(address, code, addName);
      waiting.push(...targets);
      texts.set(address, await files.inlineIn(text, fileAddress));
    }
  }
  return { texts, typed, names, scripts: [...scripts] };
}

/** A module with names for the packages' modules that it imports by address. `onName`: gets its other imports. */
async function withModuleNames(
  address: string,
  code: string,
  onName: (name: string) => void,
): Promise<{ text: string; targets: string[] }> {
  const parsed = await parseScript(code, 'module');
  if (parsed.mistake || !parsed.program)
    throw new PackagesNotContained(`"${moduleName(address)}" cannot be read as a module`);
  const targets: string[] = [];
  let text = '';
  let at = 0;
  for (const { specifier, nameStart } of findImports(parsed.program)) {
    const isPath = /^[./]/.test(specifier);
    const { pathname, search } = new URL(isPath ? specifier : '', `file://${address}`);
    if (!isPath) onName(specifier);
    if (!isPath || !pathname.startsWith(folder)) continue;
    const target = pathname + search;
    targets.push(target);
    text += code.slice(at, nameStart) + moduleName(target);
    at = nameStart + specifier.length;
  }
  return { text: text + code.slice(at), targets };
}

/** A module's address as a name in the import map, without a final slash, which would mean a folder there. */
function moduleName(address: string): string {
  return address.slice(folder.length).replace(/\/$/, '');
}

function addressByPrefix(name: string, imports: Record<string, unknown>): string | undefined {
  const own = parseSpecifier(name.replace(/\?.*/, ''))?.name ?? '';
  const base = imports[`${own}/`];
  return isPackageAddress(base) ? base + name.slice(own.length + 1) : undefined;
}

function isPackageAddress(address: unknown): address is string {
  return typeof address === 'string' && address.startsWith(folder);
}

/** Addresses of packages' files: in styles, and in modules. */
const styleAddress = /(?<=@import\s{1,9}(?:url\(\s{0,9})?["']?)\/packages\/[^"'()\s;]+/g;
const fileAddress =
  /(?<=new URL\(\s{0,9}["'`])\/packages\/[^"'`]{1,1000}(?=["'`],\s{0,9}import\.meta\.url\))/g;
/** Comments and strings, to be skipped, or an address. */
const urlInStyles =
  /\/\*[^]*?(?:\*\/|$)|url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'()]+))\s*\)|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/g;

/** Reads files, each once. */
class PackageFiles {
  readonly #read: ReadPackage;
  readonly #contents = new Map<string, Promise<PackageContent | null>>();
  /** `data:` addresses of files that are no style sheets. */
  readonly #data = new Map<string, string>();
  #bytes = 0;
  #copies = 0;
  /** The characters of all copies in style sheets. */
  #copied = 0;

  constructor(read: ReadPackage) {
    this.#read = read;
  }

  /** Null if the file is not a script. */
  async code(address: string): Promise<string | null> {
    const { type, bytes } = (await this.#content(address)) ?? refuseWithout(address);
    return type.includes('javascript') ? new TextDecoder().decode(bytes) : null;
  }

  /** A file as a `data:` address of its own type. */
  async data(address: string): Promise<string> {
    return (await this.#asData(address)) ?? refuseWithout(address);
  }

  /** The text with each address replaced by a `data:` address of its file. */
  async inlineIn(text: string, addresses: RegExp): Promise<string> {
    const inlined = new Map<string, string>();
    const inline = async (address: string) => inlined.set(address, await this.data(address));
    await Promise.all([...new Set(text.match(addresses))].map(inline));
    return text.replace(addresses, (address) => inlined.get(address) ?? address);
  }

  /**
   * A file as a `data:` address, or null if there is none; a style sheet contains the files it names. `outer` detects
   * circular imports.
   */
  async #asData(address: string, outer: readonly string[] = []): Promise<string | null> {
    const content = await this.#content(address);
    if (!content) return null;
    const { type, bytes } = content;
    if (!type.startsWith('text/css')) {
      const data = this.#data.get(address) ?? toData(type, bytes);
      this.#data.set(address, data);
      return data;
    }
    const css = new TextDecoder().decode(bytes);
    const within = [...outer, address];
    const named = [...css.matchAll(urlInStyles)].flatMap((match) => {
      const path = namedBy(match);
      const file = fileIn(path, address);
      // A style sheet that contains itself has no end.
      if (!file || within.includes(file.pathname)) return [];
      return [{ path, file, start: match.index + match[0].lastIndexOf(path) }];
    });
    await Promise.all(named.map(({ file }) => this.#content(file.pathname)));
    let text = '';
    let at = 0;
    for (const { path, file, start } of named) {
      const data = await this.#copy(file.pathname, within);
      // Browsers ignore addresses that lead nowhere.
      if (data === null) continue;
      text += css.slice(at, start) + data + file.hash;
      at = start + path.length;
    }
    return toData(type, new TextEncoder().encode(text + css.slice(at)));
  }

  async #copy(address: string, outer: readonly string[]): Promise<string | null> {
    this.#copies += 1;
    const data = await this.#asData(address, outer);
    this.#copied += data?.length ?? 0;
    if (this.#copies > maxCopies || this.#copied > maxBytes) throw tooLarge();
    return data;
  }

  #content(address: string): Promise<PackageContent | null> {
    const known = this.#contents.get(address) ?? this.#fetch(address);
    this.#contents.set(address, known);
    return known;
  }

  async #fetch(address: string): Promise<PackageContent | null> {
    const content = await this.#read(address);
    this.#bytes += content?.bytes.length ?? 0;
    if (this.#bytes > maxBytes) throw tooLarge();
    return content;
  }
}

function tooLarge(): PackagesNotContained {
  return new PackagesNotContained(`The packages are larger than ${maxBytes / 1_048_576} MB`);
}

/** The project's own code asks for this file, or a package's module does. */
function refuseWithout(address: string): never {
  throw new PackagesNotContained(`This studio has no "${moduleName(address).replace(/\?.*/, '')}"`);
}

/** The file of a package that a style sheet names; null if it names none. */
function fileIn(path: string, styleSheet: string): URL | null {
  if (path === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(path)) return null;
  const base = `file://${styleSheet}`;
  const file = URL.canParse(path, base) ? new URL(path, base) : null;
  return file?.pathname.startsWith(folder) ? file : null;
}

/** The address in a match of `urlInStyles`; empty for a comment or a string. */
function namedBy(match: RegExpExecArray): string {
  return match.slice(1).find((each) => each !== undefined) ?? '';
}

/** A file as a `data:` address. */
export function toData(type: string, bytes: Uint8Array): string {
  let binary = '';
  // A call accepts this many arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return `data:${type.replaceAll(' ', '')};base64,${btoa(binary)}`;
}

/** The script that replaces the import map. */
function startScript(map: ImportMap, { texts, typed, names }: CollectedModules): string {
  const imports = Object.entries(map.imports ?? {}).filter(([, address]) => !isPackageAddress(address));
  const files = [...typed].map(([address, data]): [string, string] => [moduleName(address), data]);
  const data = {
    map: { ...map, imports: Object.fromEntries([...imports, ...files]) },
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
