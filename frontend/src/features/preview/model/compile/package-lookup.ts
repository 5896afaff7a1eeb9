import type { ResolvedPackages } from '@studio/contract/packages/package-routes';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import { asWritten } from '@studio/contract/packages/specifier';
import type { Compiled, CompileTarget } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';
import type { Time } from '@/lib/time.ts';
import { reportSlow } from './report-slow.ts';

/** The versions of a project's packages, including those found, and the problems of its imports. */
export interface PackageResult extends Pick<ResolvedPackages, 'packages' | 'problems'> {
  /** False if the studio did not answer: then imports with a version have no problems, although they are not checked. */
  isAnswered: boolean;
}

/**
 * Asks the studio about all imports of packages in a project. It never rejects: failures are problems of the imports.
 */
export type AskForPackages = (source: Source, imports: readonly string[]) => Promise<PackageResult>;

type Compile = (source: Source, target: CompileTarget) => Promise<Compiled | null>;

interface PackageLookupOptions {
  /** The last compiled source. */
  before: Source | null;
  ask: AskForPackages;
  time: Time;
  /** Called with the versions for imported packages that have none in the project. */
  onPackages(packages: PackageVersions): void;
  /** Called with true when a lookup takes longer than a second; with false at its end. */
  onSlow(slow: boolean): void;
}

/** One request to show a project. */
export interface LookupRequest {
  source: Source;
  target: CompileTarget;
  /** False once there is a newer request. */
  isLatest(): boolean;
  compile: Compile;
  /**
   * Shows the project again, because the versions or problems of its imports may have changed. `rerun`: even if its page
   * is the same, as it may have failed to load modules.
   */
  again(rerun: boolean): void;
}

/** Compiles a project with versions for all packages that it imports, frozen or looked up. */
export interface PackageLookup {
  /** Resolves to null if there is a newer request. `source`: including the versions found. */
  compile(request: LookupRequest): Promise<{ compiled: Compiled; source: Source } | null>;
}

/** In ms: how long a failed lookup is cached, so that the next edits do not wait for another failure. */
const retryAfterMs = 10_000;
/** The longest pause (ms) between automatic retries; each pause is twice as long as the last. */
const maxPauseMs = 5 * 60_000;
/** After this pause in typing (ms) a package name is considered complete. */
const typingPauseMs = 800;

export function createPackageLookup({
  before: first,
  ask,
  time,
  onPackages,
  onSlow,
}: PackageLookupOptions): PackageLookup {
  const results = new Map<string, PackageResult>();
  const asked = new Map<string, Promise<PackageResult>>();
  let before = first;
  let cancelRetry = () => {};

  /** Equal lookups at the same time share one request. */
  function lookUp(source: Source, imports: readonly string[]): Promise<PackageResult> {
    const key = lookupKey(source, imports);
    const result = asked.get(key) ?? askAndKeep(source, imports).finally(() => asked.delete(key));
    asked.set(key, result);
    return result;
  }

  async function askAndKeep(source: Source, imports: readonly string[]): Promise<PackageResult> {
    const result = await ask(source, imports);
    // The project with the versions found has the same result.
    for (const same of [source, withPackages(source, result.packages)]) {
      const key = lookupKey(same, imports);
      results.set(key, result);
      if (isUnanswered(result)) time.after(retryAfterMs, () => results.delete(key));
    }
    return result;
  }

  /**
   * Retries the lookup for a project that is not changed. Shows the project again once a result, of which a part may
   * still be missing, changes anything.
   * @param shown the last result, with the problems that the project is shown with
   */
  function retryLater(
    request: LookupRequest,
    imports: readonly string[],
    shown: PackageResult,
    pause = retryAfterMs,
  ): void {
    const { source, isLatest, again } = request;
    async function retry(): Promise<void> {
      if (!isLatest()) return;
      const result = await lookUp(source, imports);
      if (!isLatest()) return;
      const isNew = isUnanswered(result)
        ? isProgress(result, shown)
        : shown.problems.length > 0 || isNews(result, source);
      if (isNew) again(true);
      else if (isUnanswered(result)) retryLater(request, imports, shown, Math.min(2 * pause, maxPauseMs));
    }
    cancelRetry = time.after(pause, () => void retry());
  }

  /** Looks up the imports of a project that is shown already, and shows it again if the result changes anything. */
  async function check(request: LookupRequest, imports: readonly string[]): Promise<void> {
    const { source, isLatest, again } = request;
    const result = await lookUp(source, imports);
    if (!isLatest()) return;
    if (isNews(result, source)) again(false);
    else if (isUnanswered(result)) retryLater(request, imports, result);
  }

  /**
   * Adds versions of packages that only types use, for the editor and for exports. The page does not need them, so it
   * neither waits nor has their problems.
   */
  async function addTypePackages(
    { source, isLatest }: LookupRequest,
    specifiers: readonly string[],
    former: Source | null,
  ): Promise<void> {
    if (former && isTypingOne(specifiers, former, source))
      await new Promise<void>((resolve) => time.after(typingPauseMs, resolve));
    if (!isLatest() || results.has(lookupKey(source, specifiers))) return;
    const { packages } = await lookUp(source, specifiers);
    if (isLatest() && hasMore(packages, source.frameworkConfig.packages ?? {})) onPackages(packages);
  }

  async function lookUpVisibly(source: Source, imports: readonly string[]): Promise<PackageResult> {
    const endReport = reportSlow(time, onSlow);
    const result = await lookUp(source, imports);
    endReport();
    return result;
  }

  return {
    async compile(request) {
      const { source, target, isLatest, compile } = request;
      cancelRetry();
      const former = before;
      before = source;
      const compiled = await compile(source, target);
      if (!compiled) return null;
      const frozen = source.frameworkConfig.packages ?? {};
      const imports = compiled.document ? compiled.packageImports : [];
      const isMissing = compiled.document !== null && compiled.missingPackages.length > 0;
      if (compiled.document && compiled.typePackages.length > 0)
        void addTypePackages(request, [...imports, ...compiled.typePackages], former);
      if (imports.length === 0) return { compiled, source };
      let result = results.get(lookupKey(source, imports));
      // All versions are known. Checks in the background for wrong paths or ranges, for packages that a path needs, and for
      // versions missing here.
      if (!result && !isMissing) {
        void check(request, imports);
        return { compiled, source };
      }
      if (!result && compiled.document && former && isTypingOne(compiled.missingPackages, former, source))
        await new Promise<void>((resolve) => time.after(typingPauseMs, resolve));
      if (!isLatest()) return null;
      result ??= await lookUpVisibly(source, imports);
      if (!isLatest()) return null;
      const { packages, problems } = result;
      if (isUnanswered(result)) retryLater(request, imports, result);
      const isNew = hasMore(packages, frozen);
      if (isNew) onPackages(packages);
      if (!isNew && problems.length === 0) return { compiled, source };
      const complete = isNew ? withPackages(source, packages) : source;
      const recompiled = await compile(
        complete,
        problems.length > 0 ? { ...target, packageProblems: problems } : target,
      );
      return recompiled && { compiled: recompiled, source: complete };
    },
  };
}

function isUnanswered({ isAnswered, problems }: PackageResult): boolean {
  return !isAnswered || problems.some(({ code }) => code === 'registry_unavailable');
}

/** Whether a project that is shown without this result has to be shown again. */
function isNews({ packages, problems }: PackageResult, { frameworkConfig }: Source): boolean {
  return problems.length > 0 || hasMore(packages, frameworkConfig.packages ?? {});
}

/** Whether a lookup that succeeds in part has found a package, or an import has a problem less, and none is lost. */
function isProgress(result: PackageResult, before: PackageResult): boolean {
  if (!result.isAnswered || hasMore(before.packages, result.packages)) return false;
  return hasMore(result.packages, before.packages) || result.problems.length < before.problems.length;
}

function hasMore(packages: PackageVersions, frozen: PackageVersions): boolean {
  return Object.keys(packages).some((name) => frozen[name] === undefined);
}

function withPackages(source: Source, packages: PackageVersions): Source {
  return { ...source, frameworkConfig: { ...source.frameworkConfig, packages } };
}

/** The cache key of a lookup, independent of the order of imports and versions. */
function lookupKey({ frameworkConfig }: Source, imports: readonly string[]): string {
  const { packages = {}, ...config } = frameworkConfig;
  return JSON.stringify([imports.toSorted(), Object.entries(packages).map(String).toSorted(), config]);
}

/**
 * True if the last change ended within the name of one of these imports. The name may still be incomplete, although the
 * statement is valid, because the editor inserts the closing quote automatically.
 */
export function isTypingOne(asked: readonly string[], before: Source, now: Source): boolean {
  const specifiers = asked.map(asWritten);
  return (['js', 'html', 'css'] as const).some((language) => {
    const text = now[language];
    if (before[language] === text) return false;
    const start = commonStart(before[language], text);
    const end = text.length - commonEnd(before[language], text);
    return [end, end - 1].some((caret) => {
      const open = /['"]([^'"\n]*)$/.exec(text.slice(Math.max(0, caret - maxSpecifierLength), caret));
      const rest = /^([^'"\n]*)['"]/.exec(text.slice(caret, caret + maxSpecifierLength));
      if (open === null || rest === null || !specifiers.includes(`${open[1]}${rest[1]}`)) return false;
      // Typing only the closing quote completes the name.
      return caret === end || caret - open[0].length >= start;
    });
  });
}

const maxSpecifierLength = 1_000;

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}
