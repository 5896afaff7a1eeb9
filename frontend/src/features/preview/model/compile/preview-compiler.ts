import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { Compiled, CompileTarget } from '@studio/engine/compile';
import { withBrokenPane, withoutPane } from '@studio/engine/compile-deadline';
import { plainPage } from '@studio/engine/plain-page';
import type { Source } from '@studio/engine/source';
import { browserTime } from '@/lib/time.ts';
import { type Compiler, LoadError } from './compiler.ts';
import type { LookupRequest, PackageLookup } from './package-lookup.ts';

interface PreviewCompilerOptions {
  compiler: Compiler;
  /** Called with the versions for imported packages that have none in the project. */
  onPackages(packages: PackageVersions): void;
  /** Called with true when a lookup of packages takes longer than a second; with false at its end. */
  onLookupSlow(isSlow: boolean): void;
}

/** One request to show a project. */
export interface PageRequest extends Omit<LookupRequest, 'compile'> {
  /** Classes that the running page has added. */
  classes: readonly string[];
  /** Called when the compilers cannot be loaded. */
  onLoadError(): void;
}

/** Compiles a project to a page, with the packages that it imports. */
export interface PreviewCompiler {
  /**
   * Resolves to null if there is a newer request. `source`: including the versions found. A pane whose compiler had to
   * be stopped is left out, like a pane with any other error. If the compilers cannot be loaded, a project that needs
   * none is compiled without them; for any other, rejects with a `LoadError`.
   */
  compile(request: PageRequest): Promise<{ compiled: Compiled; source: Source } | null>;
}

export function createPreviewCompiler({
  compiler,
  onPackages,
  onLookupSlow,
}: PreviewCompilerOptions): PreviewCompiler {
  let lookup: Promise<PackageLookup> | null = null;
  let before: Source | null = null;

  /** Loads the package lookup on demand, since most projects import no packages. */
  async function compileWithPackages(request: LookupRequest) {
    const { source, target, compile } = request;
    if (!lookup) {
      const former = before;
      before = source;
      const compiled = await compile(source, target);
      if (!compiled?.document || compiled.packageImports.length === 0) {
        if (compiled?.document && compiled.typePackages.length > 0) void lookUpTypes(request, former);
        return compiled && { compiled, source };
      }
      lookup ??= loadLookup(former);
    }
    return (await lookup).compile(request);
  }

  /** The page does not wait for what only types use. If the lookup cannot be loaded, the next edit tries again. */
  async function lookUpTypes(request: LookupRequest, former: Source | null): Promise<void> {
    lookup ??= loadLookup(former);
    const loaded = await lookup.catch(() => null);
    if (request.isLatest()) await loaded?.compile(request);
  }

  async function loadLookup(former: Source | null): Promise<PackageLookup> {
    try {
      const [{ createPackageLookup }, { askForPackages }] = await Promise.all([
        import('./package-lookup.ts'),
        import('./ask-for-packages.ts'),
      ]);
      return createPackageLookup({
        before: former,
        ask: askForPackages,
        time: browserTime,
        onPackages,
        onSlow: onLookupSlow,
      });
    } catch (error) {
      lookup = null;
      throw new LoadError(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    async compile({ classes, onLoadError, ...request }) {
      async function compileWhatEnds(source: Source, target: CompileTarget) {
        const compiled = await compiler.compile(source, target, classes);
        const ended = compiled?.document === null ? compiled.problems[0] : undefined;
        if (!ended || !request.isLatest()) return compiled;
        const rest = await compiler.compile(withoutPane(source, ended), target, classes);
        return rest?.document ? withBrokenPane(rest, ended) : rest;
      }
      try {
        return await compileWithPackages({ ...request, compile: compileWhatEnds });
      } catch (error) {
        if (!(error instanceof LoadError) || !request.isLatest()) throw error;
        onLoadError();
        const { source, target } = request;
        const compiled = plainPage(source, target);
        if (!compiled) throw error;
        return { compiled, source };
      }
    },
  };
}
