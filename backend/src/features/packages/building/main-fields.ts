import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parse } from 'es-module-lexer';
import { polyfills } from '../catalog/node-polyfills.js';
import { isEsModule } from './es-modules.js';

/** What of a package's folder decides on its main module. */
interface Own {
  folder: string;
  manifest: { browser?: unknown; module?: unknown; dependencies?: object };
  files: ReadonlySet<string>;
}

/**
 * The manifest's fields that may name the main module, the preferred first: the build for bundlers is often better than
 * the one for browsers, unless it needs Node or both are ES modules.
 */
export function mainFieldsOf(own: Own): string[] {
  const { browser, module } = own.manifest;
  const forBrowsers = fileNamedBy(own, browser);
  const forBundlers = fileNamedBy(own, module);
  const isBrowserFirst =
    forBrowsers !== null &&
    (isEsModule(forBrowsers, codeOf(own, forBrowsers)) ||
      (forBundlers !== null && importsNode(own, forBundlers)));
  return isBrowserFirst ? ['browser', 'module', 'main'] : ['module', 'browser', 'main'];
}

function fileNamedBy({ files }: Own, field: unknown): string | null {
  if (typeof field !== 'string') return null;
  const named = path.posix.normalize(field);
  return [named, `${named}.js`].find((file) => files.has(file)) ?? null;
}

function codeOf({ folder }: Own, file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

/** Whether a module imports something of Node for which pages have no replacement. */
function importsNode(own: Own, file: string): boolean {
  const { dependencies = {} } = own.manifest;
  try {
    const [imports] = parse(codeOf(own, file));
    const names = imports.flatMap(({ n: name, d: dynamic }) => (dynamic === -1 ? (name ?? []) : []));
    return names.some(
      (name) => isBuiltin(name) && !polyfills.includes(name.replace(/^node:/, '')) && !(name in dependencies),
    );
  } catch {
    // The bundler says what is wrong with it.
    return false;
  }
}
