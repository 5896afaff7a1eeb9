import type { PackageProblem } from '@studio/contract/packages/package-routes';
import { BuildFailed, BuildInterrupted } from './building/build-failed.js';
import type { Built } from './building/package-builds.js';
import { isScript, packageLimits } from './building/package-entries.js';
import type { Catalog } from './catalog/catalog.js';
import { declarationOf } from './catalog/declarations.js';
import type { PackageSource } from './catalog/package-source.js';

type PathProblem = Omit<PackageProblem, 'specifier'>;

/** Why code cannot import this path of a package; null if it can. */
export function pathProblem(
  { build, findModule, closest }: Pick<Catalog, 'build' | 'findModule' | 'closest'>,
  source: PackageSource,
  subpath: string,
): Promise<PathProblem | null> {
  return orWhyNotBuilt(source, async () => {
    const built = await build(source);
    const module = await findModule(source, subpath);
    if (module?.broken !== undefined) return { code: 'refused', message: module.broken, suggestions: [] };
    if (module || hasFile(built, subpath)) return null;
    if (subpath === '.' && (await declarationOf(source, '.')) !== null) return onlyTypes(built);
    return built.beyond?.includes(subpath)
      ? beyondLimit(built, subpath)
      : unknownPath(built, subpath, closest);
  });
}

/** Why styles cannot import this path, which names no file, of a package; null if it is that of a style sheet. */
export function styleProblem(
  { build }: Pick<Catalog, 'build'>,
  source: PackageSource,
  subpath: string,
): Promise<PathProblem | null> {
  return orWhyNotBuilt(source, async () => {
    const built = await build(source);
    return built.assets[subpath]?.endsWith('.css') ? null : noStyleSheet(built, subpath);
  });
}

async function orWhyNotBuilt(
  { manifest }: PackageSource,
  find: () => Promise<PathProblem | null>,
): Promise<PathProblem | null> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error;
    const lasting = manifest.gypfile ? 'needs_node' : 'too_large';
    const code = error instanceof BuildInterrupted ? 'registry_unavailable' : lasting;
    return { code, message: error.message, suggestions: [] };
  }
}

/** Scripts that are no modules do not count: their own imports by name would end the whole page. */
function hasFile({ assets, files }: Built, subpath: string): boolean {
  const file = subpath.slice(2);
  return assets[subpath] !== undefined || (files.includes(file) && !isScript(file));
}

function onlyTypes({ name, version }: Built): PathProblem {
  const message = `${name} ${version} has only types, which TypeScript imports with "import type"`;
  return { code: 'types_only', message, suggestions: [] };
}

function beyondLimit({ name, version }: Built, subpath: string): PathProblem {
  const message = `${name} ${version} has more than ${packageLimits.modules} modules, the most that are built of a package; "${subpath.slice(2)}" is beyond them`;
  return { code: 'too_large', message, suggestions: [] };
}

function unknownPath(built: Built, subpath: string, closest: Catalog['closest']): PathProblem {
  const { name, version, files } = built;
  const file = subpath.slice(2);
  const isMain = subpath === '.';
  const what = isMain
    ? 'has no main module'
    : `${files.includes(file) ? 'does not export' : 'has no'} "${file}"`;
  const similar = isMain ? mainStyles(built) : closest(subpath, pathsOf(built));
  const suggestions = similar.map((path) => name + path.slice(1));
  return { code: 'unknown_path', message: `${name} ${version} ${what}`, suggestions };
}

function noStyleSheet(built: Built, subpath: string): PathProblem {
  const { name, version, files } = built;
  const file = `${subpath.slice(2)}.css`;
  const what = subpath === '.' ? 'as its main file' : `"${subpath.slice(2)}"`;
  const styles = files.includes(file) ? [`./${file}`] : mainStyles(built);
  return {
    code: 'unknown_path',
    message: `${name} ${version} has no style sheet ${what}`,
    suggestions: styles.map((path) => name + path.slice(1)),
  };
}

function pathsOf({ modules, aliases, parts, assets }: Built): string[] {
  return [modules, aliases, parts, assets].flatMap((paths) => Object.keys(paths));
}

/** What a package without a main module is imported for. The shortest name is usually that of the whole. */
function mainStyles({ files }: Built): string[] {
  const styles = files.filter((file) => /(?<!\.min)\.css$/.test(file));
  return styles
    .toSorted((one, other) => one.length - other.length)
    .slice(0, 3)
    .map((file) => `./${file}`);
}
