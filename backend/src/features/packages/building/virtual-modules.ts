import { packagePath } from '@studio/contract/packages/specifier';
import { placeLink } from '@studio/engine/libraries/frozen-packages';

/** Kinds of modules that the build generates; their ids begin with the kind. */
export type VirtualKind =
  | 'entry'
  | 'require'
  | 'namespace'
  | 'absent'
  | 'builtin'
  | 'style'
  | 'required-style'
  | 'file'
  | 'wasm'
  | 'empty';

/** By convention, ids that begin with `\0` belong to plugins. */
const mark = '\0package-';

export function virtualId(kind: VirtualKind, value: string): string {
  // With an ending, so that the bundler does not decide by the file's extension.
  return `${mark}${kind}:${value};`;
}

/** @returns null for the id of a file. */
export function parseVirtualId(id: string): { kind: VirtualKind; value: string } | null {
  if (!id.startsWith(mark)) return null;
  const colon = id.indexOf(':');
  return { kind: id.slice(mark.length, colon) as VirtualKind, value: id.slice(colon + 1, -1) };
}

const text = JSON.stringify;

/** An ES module for a CommonJS file, with its named exports, and the whole as `module.exports`, as in Node. */
export function commonJsEntry(file: string, names: ReadonlySet<string>): string {
  const named = [...names].filter((name) => name !== 'default' && name !== '__esModule');
  return [
    `const exported = require(${text(file)});`,
    `const values = Object(exported);`,
    // As in bundlers: the `default` of a compiled ES module that has one; otherwise the whole.
    `export default values.__esModule && "default" in values ? values.default : exported;`,
    `export { exported as "module.exports" };`,
    ...named.map((name, index) => `const e${index} = values[${text(name)}];`),
    `export { ${named.map((name, index) => `e${index} as ${text(name)}`).join(', ')} };`,
  ].join('\n');
}

/**
 * The result of `require` for a package that is imported as an ES module: its CommonJS exports, or its namespace. A
 * namespace can also be used like its default export, because code that was written for a CommonJS build expects
 * that. In a cycle the other package may not have run yet, so its exports are read when they are used.
 */
export function requiredPackage(address: string): string {
  return [
    `const { namespace } = require(${text(virtualId('namespace', address))});`,
    `let whole, isReady = true;`,
    `try { whole = namespace["module.exports" in namespace ? "module.exports" : "default"]; } catch { isReady = false; }`,
    `if (isReady && "module.exports" in namespace) module.exports = whole;`,
    `else {`,
    // The function itself, because plugins add properties to it.
    `  if (typeof whole === "function" && Object.isExtensible(whole)) module.exports = whole;`,
    `  else if (Object(whole) === whole) Object.setPrototypeOf(module.exports, whole);`,
    `  const add = (name, what) => Object.hasOwn(module.exports, name) || Object.defineProperty(module.exports, name, { configurable: true, ...what });`,
    `  for (const name of Reflect.ownKeys(namespace)) {`,
    `    if (typeof name === "string" && name !== "module.exports") add(name, { enumerable: true, get: () => namespace[name] });`,
    `  }`,
    `  add("__esModule", { value: true });`,
    `}`,
  ].join('\n');
}

export function importedNamespace(address: string): string {
  return `import * as namespace from ${text(address)};\nexport { namespace };`;
}

/** Throws when it is required, as in Node, because many packages test in this way whether another one exists. */
export function absentModule(specifier: string, name: string): string {
  const message = `Cannot find "${specifier}", which ${name} asks for`;
  return `throw Object.assign(new Error(${text(message)}), { code: "MODULE_NOT_FOUND" });`;
}

/** Throws why a file of the package cannot be read. */
export function brokenModule(reason: string): string {
  return `throw new SyntaxError(${text(reason)});`;
}

/** Loads without an error, but every call of one of its functions throws that pages have no such module. */
export function builtinModule(builtin: string, name: string): string {
  const message = `The package ${name} needs Node's module "${builtin}", which a page does not have`;
  return [
    `function missing() { throw new Error(${text(message)}); }`,
    `const isAsked = (target, key) => typeof key === "symbol" || key === "__esModule" || key === "then" || key in target;`,
    `module.exports = new Proxy(missing, { get: (target, key) => (isAsked(target, key) ? target[key] : missing) });`,
  ].join('\n');
}

/** Adds a style sheet to the page once, and waits until it is loaded. */
export function styleModule(address: string): string {
  return linkedStyle(
    address,
    `await new Promise((resolve) => { link.onload = link.onerror = resolve; ${placeLink} });`,
  );
}

/** The same without waiting, for `require`, which cannot. */
export function requiredStyle(address: string): string {
  return linkedStyle(address, placeLink);
}

function linkedStyle(address: string, place: string): string {
  return [
    `const href = new URL(${text(address)}, import.meta.url).href;`,
    `if (![...document.querySelectorAll('link[rel="stylesheet"]')].some((link) => link.href === href)) {`,
    `  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });`,
    `  ${place}`,
    `}`,
    `export default href;`,
  ].join('\n');
}

/** What makes a module of a JSON file, before and after it; also with the export that CommonJS packages use. */
export const jsonModule = {
  before: 'const data = ',
  after: ';\nexport { data as default, data as "module.exports" };',
} as const;

export function addressModule(address: string): string {
  return `export default new URL(${text(address)}, import.meta.url).href;`;
}

/** A module that re-exports another one, so that there is one instance. */
export function sameModule(address: string, hasDefault: boolean): string {
  const all = `export * from ${text(address)};`;
  return hasDefault ? `${all}\nexport { default } from ${text(address)};` : all;
}

/** The address of a published file of the package. */
export function fileAddress({ name, version }: { name: string; version: string }, file: string): string {
  return packagePath(name, version, `./${file}`);
}
