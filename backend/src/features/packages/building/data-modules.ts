import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parsePackagePath } from '@studio/contract/packages/specifier';
import { parseSync } from 'rolldown/utils';
import { nameAndVersion } from '../catalog/package-source.js';
import { addressImportsOf, type BuiltPart } from './built-package.js';
import { type PackageFolder, type Resolve, readPackageFolder, resolverOf } from './package-entries.js';

/**
 * Above this number of imports from one package, a module is rebuilt with their data, because browsers load each by
 * itself.
 */
const maxImports = 100;

/** Packages of which one module imports very many modules, such as one per icon. */
export function packagesOfManyImports(part: BuiltPart): { name: string; version: string }[] {
  const many = new Map<string, { name: string; version: string }>();
  const lists = new Set(Object.values(part.modules).map((module) => addressImportsOf(part, module)));
  for (const list of lists) {
    const counts = new Map<string, number>();
    for (const address of list) {
      const { name, version } = parsePackagePath(decodeURIComponent(address)) ?? {};
      if (name === undefined || version === undefined) continue;
      const id = nameAndVersion({ name, version });
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      if (count > maxImports) many.set(id, { name, version });
    }
  }
  return [...many.values()];
}

/** Finds modules of other packages that contain only data: it does not matter if a page has several copies of them. */
export class DataModules {
  readonly #folders: Readonly<Record<string, string>>;
  readonly #packages = new Map<string, { own: PackageFolder; resolve: Resolve }>();
  readonly #files = new Set<string>();

  /** @param folders by name and version */
  constructor(folders: Readonly<Record<string, string>>) {
    this.#folders = folders;
  }

  /** Whether `find` has returned this path. */
  has(file: string): boolean {
    return this.#files.has(file);
  }

  /** The path of the module's file; null if it may contain more than data. */
  find(version: { name: string; version: string }, subpath: string): string | null {
    const folder = this.#folders[nameAndVersion(version)];
    if (folder === undefined) return null;
    const { own, resolve } = this.#open(folder);
    const { exports, name } = own.manifest;
    const specifier = exports ? name + subpath.slice(1) : subpath.replace(/^\.$/, './');
    const found = resolve(specifier, 'package.json', 'import');
    if (!found) return null;
    const file = path.join(folder, found);
    if (!this.#files.has(file) && !isData(found, readFileSync(file, 'utf8'))) return null;
    this.#files.add(file);
    return file;
  }

  #open(folder: string): { own: PackageFolder; resolve: Resolve } {
    const known = this.#packages.get(folder);
    if (known) return known;
    const own = readPackageFolder(folder);
    const opened = { own, resolve: resolverOf(own) };
    this.#packages.set(folder, opened);
    return opened;
  }
}

/** The syntax of data modules: nothing that has identity, keeps state or calls functions. */
const dataNodes = new Set([
  'Program',
  'VariableDeclaration',
  'VariableDeclarator',
  'Identifier',
  'Literal',
  'ObjectExpression',
  'ObjectPattern',
  'Property',
  'ArrayExpression',
  'TemplateLiteral',
  'TemplateElement',
  'FunctionExpression',
  'FunctionDeclaration',
  'ArrowFunctionExpression',
  'BlockStatement',
  'ReturnStatement',
  'ConditionalExpression',
  'BinaryExpression',
  'UnaryExpression',
  'LogicalExpression',
  'MemberExpression',
  'ExportDefaultDeclaration',
  'ExportNamedDeclaration',
  'ExportSpecifier',
]);

function isData(file: string, code: string): boolean {
  const { program, errors, module } = parseSync(file, code, { preserveParens: false });
  return errors.length === 0 && module.hasModuleSyntax && isMadeOfData(program);
}

function isMadeOfData(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return true;
  if (Array.isArray(node)) return node.every(isMadeOfData);
  const { type, source, operator } = node as { type?: unknown; source?: unknown; operator?: unknown };
  if (typeof type === 'string' && !dataNodes.has(type)) return false;
  if (source || operator === 'delete') return false;
  return Object.values(node).every(isMadeOfData);
}
