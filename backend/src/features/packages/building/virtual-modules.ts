import { packagePath } from '@studio/contract/packages/specifier';
import { placeLink } from '@studio/engine/libraries/frozen-packages';

/** Modules that a build writes itself, by the kind that their ids begin with. */
export type VirtualKind =
  | 'entry'
  | 'require'
  | 'namespace'
  | 'absent'
  | 'builtin'
  | 'style'
  | 'file'
  | 'wasm'
  | 'empty';

/** Bundlers leave ids with this first character to plugins. */
const mark = '\0package-';

export function virtualId(kind: VirtualKind, value: string): string {
  // With an end of their own, or the bundler would go by that of a file's name.
  return `${mark}${kind}:${value};`;
}

/** @returns null for the id of a file. */
export function parseVirtualId(id: string): { kind: VirtualKind; value: string } | null {
  if (!id.startsWith(mark)) return null;
  const colon = id.indexOf(':');
  return { kind: id.slice(mark.length, colon) as VirtualKind, value: id.slice(colon + 1, -1) };
}

const text = JSON.stringify;

/** An ES module for a CommonJS file: its exports by name, and as a whole by the name that Node gives it. */
export function commonJsEntry(file: string, names: ReadonlySet<string>): string {
  const named = [...names].filter((name) => name !== 'default' && name !== '__esModule');
  return [
    `const exported = require(${text(file)});`,
    `const values = Object(exported);`,
    // As bundlers have it: what was compiled from an ES module says so, and what has no default is one.
    `export default values.__esModule && "default" in values ? values.default : exported;`,
    `export { exported as "module.exports" };`,
    ...named.map((name, index) => `const e${index} = values[${text(name)}];`),
    `export { ${named.map((name, index) => `e${index} as ${text(name)}`).join(', ')} };`,
  ].join('\n');
}

/**
 * What `require` of a package gives that is an import here: what that exported by CommonJS, or its namespace. Code that
 * was written for the CommonJS of a package with both takes the default for the whole, so it can be used as that. In a
 * circle of packages the other one may not have run yet: what it exports is looked up when it is used.
 */
export function requiredPackage(address: string): string {
  return [
    `const { namespace } = require(${text(virtualId('namespace', address))});`,
    `let whole, isReady = true;`,
    `try { whole = namespace["module.exports" in namespace ? "module.exports" : "default"]; } catch { isReady = false; }`,
    `if (isReady && "module.exports" in namespace) module.exports = whole;`,
    `else {`,
    // Itself, since plugins add to it.
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

/** Fails where it is required, as in Node: many packages try whether another one is there. */
export function absentModule(specifier: string, name: string): string {
  const message = `Cannot find "${specifier}", which ${name} asks for`;
  return `throw Object.assign(new Error(${text(message)}), { code: "MODULE_NOT_FOUND" });`;
}

/** Loads; whatever is called of it says that a page has no such module. */
export function builtinModule(builtin: string, name: string): string {
  const message = `The package ${name} needs Node's module "${builtin}", which a page does not have`;
  return [
    `function missing() { throw new Error(${text(message)}); }`,
    `const isAsked = (target, key) => typeof key === "symbol" || key === "__esModule" || key === "then" || key in target;`,
    `module.exports = new Proxy(missing, { get: (target, key) => (isAsked(target, key) ? target[key] : missing) });`,
  ].join('\n');
}

/** Adds a style sheet to the page once, and is ready when it applies. */
export function styleModule(address: string): string {
  return [
    `const href = new URL(${text(address)}, import.meta.url).href;`,
    `if (![...document.querySelectorAll('link[rel="stylesheet"]')].some((link) => link.href === href)) {`,
    `  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });`,
    `  await new Promise((resolve) => { link.onload = link.onerror = resolve; ${placeLink} });`,
    `}`,
    `export default href;`,
  ].join('\n');
}

/** JSON by the name that CommonJS packages take it by as well. */
export function jsonModule(json: string): string {
  return `const data = ${json};\nexport { data as default, data as "module.exports" };`;
}

export function addressModule(address: string): string {
  return `export default new URL(${text(address)}, import.meta.url).href;`;
}

/** A module that is another one, so that both are one instance. */
export function sameModule(address: string, hasDefault: boolean): string {
  const all = `export * from ${text(address)};`;
  return hasDefault ? `${all}\nexport { default } from ${text(address)};` : all;
}

/** The address of a file of the package as it was published. */
export function fileAddress({ name, version }: { name: string; version: string }, file: string): string {
  return packagePath(name, version, `./${file}`);
}
