import type { ResolvedPackages } from '@studio/contract/packages/package-routes';
import type { PackageVersions } from '@studio/contract/packages/package-versions';
import type { Compiled, CompileTarget } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';
import type { Time } from '@/lib/time.ts';

/** The versions of a project's packages with those that were looked up, and what is wrong with its imports. */
export type PackageAnswer = Pick<ResolvedPackages, 'packages' | 'problems'>;

/** Asks the studio about all imports of packages in a project. It never fails: what went wrong is a problem of the imports. */
export type AskForPackages = (source: Source, imports: readonly string[]) => Promise<PackageAnswer>;

type Compile = (source: Source, target: CompileTarget) => Promise<Compiled | null>;

interface PackageLookupOptions {
  /** What was compiled last. */
  before: Source | null;
  ask: AskForPackages;
  time: Time;
  /** The project has imports of packages that it has no version of: these are the versions that it runs with. */
  onPackages(packages: PackageVersions): void;
  /** True while a lookup lasts for more than a second. */
  onSlow(slow: boolean): void;
}

/** One request to show a project. */
export interface LookupRequest {
  source: Source;
  target: CompileTarget;
  /** False once something newer is to be shown. */
  isLatest(): boolean;
  compile: Compile;
  /** Shows the project again: what is known of its imports has changed, or may have, since it was shown. */
  again(): void;
}

/** Compiles a project with versions for the packages that its code imports, whether or not it has them itself. */
export interface PackageLookup {
  /** Null where something newer is to be shown. `source`: with the packages that were looked up. */
  compile(request: LookupRequest): Promise<{ compiled: Compiled; source: Source } | null>;
}

const slowAfter = 1_000;
/** After what could not be answered the next change asks again, but not at once: it would wait as long. */
const beforeNextTry = 10_000;
/** Without a change the project asks by itself, after twice as long each time, up to this (ms). */
const longestPause = 5 * 60_000;
/** Somebody who has not typed for so long (ms) has come to the end of a name. */
const endOfName = 800;

export function createPackageLookup({
  before: first,
  ask,
  time,
  onPackages,
  onSlow,
}: PackageLookupOptions): PackageLookup {
  const answers = new Map<string, PackageAnswer>();
  const asked = new Map<string, Promise<PackageAnswer>>();
  let before = first;
  let cancelRetry = () => {};

  /** Whoever asks the same while somebody goes on to write waits for the same answer. */
  function lookUp(source: Source, imports: readonly string[]): Promise<PackageAnswer> {
    const key = questionKey(source, imports);
    const answer = asked.get(key) ?? askAndKeep(source, imports).finally(() => asked.delete(key));
    asked.set(key, answer);
    return answer;
  }

  async function askAndKeep(source: Source, imports: readonly string[]): Promise<PackageAnswer> {
    const answer = await ask(source, imports);
    // The same project with these versions is no new question.
    for (const same of [source, withPackages(source, answer.packages)]) {
      const key = questionKey(same, imports);
      answers.set(key, answer);
      if (isUnanswered(answer)) time.after(beforeNextTry, () => answers.delete(key));
    }
    return answer;
  }

  /** A project that nobody goes on to change runs as well once there is an answer; until then it stays as it is shown. */
  function retryLater(request: LookupRequest, imports: readonly string[], pause = beforeNextTry): void {
    const { source, isLatest, again } = request;
    async function retry(): Promise<void> {
      if (!isLatest()) return;
      const answer = await lookUp(source, imports);
      if (!isLatest()) return;
      if (isUnanswered(answer)) retryLater(request, imports, Math.min(2 * pause, longestPause));
      else again();
    }
    cancelRetry = time.after(pause, () => void retry());
  }

  async function lookUpVisibly(source: Source, imports: readonly string[]): Promise<PackageAnswer> {
    let isSlow = false;
    const cancel = time.after(slowAfter, () => {
      isSlow = true;
      onSlow(true);
    });
    const answer = await lookUp(source, imports);
    cancel();
    if (isSlow) onSlow(false);
    return answer;
  }

  return {
    async compile(request) {
      const { source, target, isLatest, compile, again } = request;
      cancelRetry();
      const former = before;
      before = source;
      const compiled = await compile(source, target);
      if (!compiled) return null;
      const frozen = source.frameworkConfig.packages ?? {};
      const imports = compiled.document ? compiled.packageImports : [];
      const isMissing = compiled.document !== null && compiled.missingPackages.length > 0;
      if (imports.length === 0) return { compiled, source };
      let answer = answers.get(questionKey(source, imports));
      // A path or a range may be wrong or need another package, and this studio may lack a version that another one has had.
      if (!answer && !isMissing) {
        void lookUp(source, imports).then(
          ({ packages, problems }) =>
            (problems.length > 0 || hasMore(packages, frozen)) && isLatest() && again(),
        );
        return { compiled, source };
      }
      if (!answer && compiled.document && former && isTypingOne(compiled.missingPackages, former, source))
        await new Promise<void>((resolve) => time.after(endOfName, resolve));
      if (!isLatest()) return null;
      answer ??= await lookUpVisibly(source, imports);
      if (!isLatest()) return null;
      const { packages, problems } = answer;
      if (isUnanswered(answer)) retryLater(request, imports);
      const isNew = hasMore(packages, frozen);
      if (isNew) onPackages(packages);
      if (!isNew && problems.length === 0) return { compiled, source };
      const complete = isNew ? withPackages(source, packages) : source;
      const result = await compile(
        complete,
        problems.length > 0 ? { ...target, packageProblems: problems } : target,
      );
      return result && { compiled: result, source: complete };
    },
  };
}

function isUnanswered({ problems }: PackageAnswer): boolean {
  return problems.some(({ code }) => code === 'registry_unavailable');
}

function hasMore(packages: PackageVersions, frozen: PackageVersions): boolean {
  return Object.keys(packages).some((name) => frozen[name] === undefined);
}

function withPackages(source: Source, packages: PackageVersions): Source {
  return { ...source, frameworkConfig: { ...source.frameworkConfig, packages } };
}

/** What an answer depends on: the order in which imports and versions are written is no part of it. */
function questionKey({ frameworkConfig }: Source, imports: readonly string[]): string {
  const { packages = {}, ...config } = frameworkConfig;
  return JSON.stringify([imports.toSorted(), Object.entries(packages).map(String).toSorted(), config]);
}

/**
 * True where the last change ended within the name of one of these imports: what is between the quotes need not be all of
 * it yet, although the statement is complete as soon as the editor has written the second quote, which may be as new.
 */
export function isTypingOne(specifiers: readonly string[], before: Source, now: Source): boolean {
  return (['js', 'html', 'css'] as const).some((language) => {
    const text = now[language];
    if (before[language] === text) return false;
    const start = commonStart(before[language], text);
    const end = text.length - commonEnd(before[language], text);
    return [end, end - 1].some((caret) => {
      const open = /['"]([^'"\n]*)$/.exec(text.slice(Math.max(0, caret - longestSpecifier), caret));
      const rest = /^([^'"\n]*)['"]/.exec(text.slice(caret, caret + longestSpecifier));
      if (open === null || rest === null || !specifiers.includes(`${open[1]}${rest[1]}`)) return false;
      // Whoever writes the second quote to a first that was there has come to the end.
      return caret === end || caret - open[0].length >= start;
    });
  });
}

const longestSpecifier = 1_000;

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
