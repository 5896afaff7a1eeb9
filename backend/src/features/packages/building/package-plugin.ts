import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { asModule, isPlainFile, modulePath, parseSpecifier } from '@studio/contract/packages/specifier';
import { parse } from 'es-module-lexer';
import type { Plugin } from 'rolldown';
import { isBuiltInDependency, parseDependency } from '../catalog/dependencies.js';
import type { BuildJob } from './built-package.js';
import { commonJsExports } from './commonjs/commonjs-exports.js';
import type { DataModules } from './data-modules.js';
import { isEsModule } from './es-modules.js';
import { withFileAddresses, withOwnAddress } from './file-addresses.js';
import { withFreeVariables } from './free-variables.js';
import { type Importable, isScript, type PackageFolder, type Resolve } from './package-entries.js';
import { replacedImport } from './replaced-import.js';
import * as virtual from './virtual-modules.js';
import { isWasmModule, wasmModule } from './wasm-modules.js';

/** The state of a build. */
export interface Building {
  job: BuildJob;
  own: PackageFolder;
  resolve: Resolve;
  importable: Importable;
  data: DataModules;
  /** Files that cannot be parsed, with the reason. Each throws it when it is loaded: perhaps nobody imports them. */
  broken: Map<string, string>;
  /** Whether the package has other parts, so that each file gets a module through which they import it. */
  hasOtherParts: boolean;
}

/**
 * The plugin by which the bundler resolves and reads a package's files for browsers, and none outside of its folder.
 */
export function packagePlugin(building: Building, entries: ReadonlySet<string>): Plugin {
  const { job, own, broken } = building;
  return {
    name: 'package',
    resolveId(source, importer, { kind }) {
      if (virtual.parseVirtualId(source)) return source;
      const from = importer === undefined ? null : virtual.parseVirtualId(importer);
      if (from?.kind === 'namespace') return { id: source, external: true };
      if (from?.kind === 'entry' || from?.kind === 'wasm') return source;
      const file = importer === undefined ? 'package.json' : relativeTo(own, importer);
      return resolveImport(building, source, file, kind === 'require-call');
    },
    load(id) {
      const asked = virtual.parseVirtualId(id);
      if (asked) return { code: virtualCode(building, asked.kind, asked.value), moduleType: 'js' };
      if (building.data.has(id)) return null;
      const file = relativeTo(own, id);
      if (!own.files.has(file)) throw new Error(`${id} is not a file of ${job.name}`);
      if (building.hasOtherParts && isScript(file) && !entries.has(file))
        this.emitFile({ type: 'chunk', id: virtual.virtualId('entry', file), name: 'shared' });
      if (broken.has(file))
        return { code: virtual.brokenModule(whyBroken(building, file)), moduleType: 'js' };
      return isScript(file) ? codeOf(building, file, readFileSync(id, 'utf8')) : null;
    },
  };
}

export function whyBroken({ job, broken }: Building, file: string): string {
  return `"${file}" of ${job.name} ${job.version} cannot be read: ${broken.get(file)}`;
}

function relativeTo({ folder }: PackageFolder, id: string): string {
  return path.relative(folder, id).replaceAll(path.sep, '/');
}

function resolveImport(building: Building, written: string, file: string, isRequired: boolean) {
  const { job, own, resolve, importable } = building;
  if (/^(?:https?:|data:|blob:)/.test(written)) return { id: written, external: true };
  const kind = isRequired ? 'require' : 'import';
  const found = resolve(written, file, kind);
  const source = replacedImport(own, written, kind) ?? written;
  if (found === false) return virtual.virtualId('empty', '');
  if (found !== null) return ownModule(building, found, isRequired);
  const asked = parseSpecifier(source.replace(/^node:/, ''));
  if (!asked) return virtual.virtualId(isBuiltin(source) ? 'builtin' : 'absent', source);
  if (asked.name === job.name) {
    const itself = importable.paths.get(asked.subpath);
    return itself === undefined
      ? virtual.virtualId('absent', source)
      : ownModule(building, itself, isRequired);
  }
  const wanted = job.dependencies[asked.name];
  const dependency = wanted === undefined ? null : parseDependency(asked.name, wanted);
  const isBare = job.bare.includes(asked.name) && (dependency === null || isBuiltInDependency(dependency));
  if (!isBare && (dependency === null || source.startsWith('node:')) && isBuiltin(source)) {
    const polyfill = job.builtins[asked.name];
    return polyfill === undefined ? virtual.virtualId('builtin', source) : external(polyfill, isRequired);
  }
  const { dependencies = {}, optionalDependencies = {} } = own.manifest;
  const isLeftOut = isRequired || Object.hasOwn({ ...dependencies, ...optionalDependencies }, asked.name);
  if (isLeftOut && !isBare && dependency === null) return virtual.virtualId('absent', source);
  // The page's import map adds the rest of the path, so that these are served as modules.
  const isFile = asked.subpath !== '.' && isPlainFile(asked.name, asked.subpath);
  if (isBare || dependency === null) return external(isFile ? `${source}${asModule}` : source, isRequired);
  const data = isRequired ? null : building.data.find(dependency, asked.subpath);
  if (data !== null) return data;
  return external(modulePath(dependency.name, dependency.version, asked.subpath), isRequired);
}

function external(address: string, isRequired: boolean) {
  return isRequired ? virtual.virtualId('require', address) : { id: address, external: true };
}

/**
 * A file of the package: scripts and JSON are bundled, style sheets add themselves to the page, others give their
 * address.
 */
function ownModule({ job, own }: Building, file: string, isRequired: boolean) {
  const elsewhere = job.part?.addresses[file];
  if (elsewhere !== undefined) return external(elsewhere, isRequired);
  if (isScript(file) || file.endsWith('.json')) return path.join(own.folder, file);
  if (file.endsWith('.css')) return virtual.virtualId(isRequired ? 'required-style' : 'style', file);
  return virtual.virtualId(isWasmModule(own, file) ? 'wasm' : 'file', file);
}

function virtualCode(
  { job, own, resolve, broken }: Building,
  kind: virtual.VirtualKind,
  value: string,
): string {
  switch (kind) {
    case 'entry': {
      const file = path.join(own.folder, value);
      const code = readFileSync(file, 'utf8');
      if (!broken.has(value) && isEsModule(value, code))
        return virtual.sameModule(file, exportsDefault(code));
      return virtual.commonJsEntry(file, commonJsExports(own, resolve, value));
    }
    case 'require':
      return virtual.requiredPackage(value);
    case 'namespace':
      return virtual.importedNamespace(value);
    case 'absent':
      return virtual.absentModule(value, job.name);
    case 'builtin':
      return virtual.builtinModule(value, job.name);
    case 'style':
      return virtual.styleModule(virtual.fileAddress(job, value));
    case 'required-style':
      return virtual.requiredStyle(virtual.fileAddress(job, value));
    case 'file':
      return virtual.addressModule(virtual.fileAddress(job, value));
    case 'wasm':
      return wasmModule(own, value, virtual.fileAddress(job, value));
    case 'empty':
      return 'module.exports = {};';
  }
}

function exportsDefault(code: string): boolean {
  try {
    const [, exports] = parse(code);
    return exports.some(({ n }) => n === 'default');
  } catch {
    // The bundler says what is wrong with it.
    return false;
  }
}

/**
 * A file's code with adapted addresses, and with Node's global variables unless the package replaces a module of Node
 * itself.
 */
function codeOf({ job, own }: Building, file: string, text: string): string {
  const { builtins, name } = job;
  const code = withOwnAddress(job, file, withFileAddresses(job, own.files, file, text));
  return name in builtins ? code : withFreeVariables(file, code, isEsModule(file, text), builtins);
}
