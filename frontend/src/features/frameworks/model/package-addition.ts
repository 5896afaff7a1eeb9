import type { ExternalResource } from '@studio/contract/external-resources';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { Source } from '@studio/engine/source';
import { importOf, isImported, type PackageImport, withImport } from './project-packages.ts';

/** A package that is added to a project. */
export interface PackageAddition {
  imported: PackageImport;
  /** The project's versions including the package and its peer dependencies. */
  packages: PackageVersions;
  /** The external resource that it replaces. */
  instead: ExternalResource | undefined;
}

/** Adds the versions, and an import in the script unless the code has one. */
export function withAddition(project: Source, { imported, packages, instead }: PackageAddition): Source {
  const { framework, vueSfc, packages: present, resources = [] } = project.frameworkConfig;
  const others = resources.filter(({ url }) => url !== instead?.url);
  return {
    ...project,
    js: isImported(project, imported.specifier)
      ? project.js
      : withImport(project.js, imported, framework === 'vue' && vueSfc),
    frameworkConfig: {
      ...project.frameworkConfig,
      packages: { ...packages, ...present },
      resources: others.length > 0 ? others : undefined,
    },
  };
}

/**
 * Undoes an addition: removes the import and restores the resource. Later changes are kept; so are the versions if the
 * code still imports the package, or if another package was added that may need them.
 */
export function withoutAddition(now: Source, before: Source, addition: PackageAddition): Source {
  const { imported, instead } = addition;
  const added = withAddition(before, addition);
  const js = added.js === before.js ? now.js : withoutImport(now.js, before.js, added.js, imported);
  const { packages = {}, resources = [] } = now.frameworkConfig;
  const versions = added.frameworkConfig.packages ?? {};
  const former = before.frameworkConfig.packages ?? {};
  const isInUse =
    isImported({ ...now, js }, imported.specifier) ||
    Object.keys(packages).some((name) => versions[name] === undefined);
  const kept = Object.entries(packages).filter(
    ([name, version]) => isInUse || former[name] !== undefined || versions[name] !== version,
  );
  const all = instead ? withResource(resources, before.frameworkConfig.resources ?? [], instead) : resources;
  return {
    ...now,
    js,
    frameworkConfig: {
      ...now.frameworkConfig,
      packages: kept.length > 0 ? Object.fromEntries(kept) : undefined,
      resources: all.length > 0 ? all : undefined,
    },
  };
}

/** Restores a removed resource, behind those that preceded it before. */
function withResource(
  resources: ExternalResource[],
  former: readonly ExternalResource[],
  gone: ExternalResource,
): ExternalResource[] {
  const placeOf = (wanted: string | undefined) => resources.findIndex(({ url }) => url === wanted);
  if (placeOf(gone.url) !== -1) return resources;
  const ahead = former.slice(
    0,
    former.findIndex(({ url }) => url === gone.url),
  );
  const previous = ahead.findLast(({ url }) => placeOf(url) !== -1);
  return resources.toSpliced(placeOf(previous?.url) + 1, 0, gone);
}

/**
 * The script without the added statement, even if it was edited or formatted since; a component also loses a script
 * element that was added with it and is now empty.
 */
function withoutImport(js: string, before: string, added: string, imported: PackageImport): string {
  if (js === added) return before;
  const statement = importOf(imported, before)
    .replace(/[.*+]/g, '\\$&')
    .replace(/'/g, `['"]`)
    .replace(';', ';?');
  const line = `[ \\t]*${statement}[ \\t]*`;
  const rest = js.replace(new RegExp(`^${line}\\r?\\n|\\r?\\n${line}(?=\\r?\\n|$|<)`, 'm'), '');
  const broughtScript = added.startsWith('<script') && added.endsWith(before);
  return broughtScript ? rest.replace(/<script setup>\s*<\/script>\s*/, '') : rest;
}
