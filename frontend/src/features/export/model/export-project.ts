import type { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { withFullAddresses } from '@studio/engine/export/assets/asset-references';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { fileEnding, fileStem } from '@studio/engine/export/exported-project';
import type { Source, SourceLanguage } from '@studio/engine/source';
import { download } from '@/lib/files/download.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../packing-texts.ts';

/** Looks up the versions of a project's packages, of imported ones that have none, and of what all these depend on. */
export type FindPackages = (
  source: Source,
  imports: string[],
) => Promise<
  Pick<ResolvedPackages, 'packages' | 'dependencies'> & Partial<Pick<ResolvedPackages, 'details'>>
>;

/** What packing needs from the studio. */
export interface ExportSurroundings {
  moduleCdn: string | null;
  assetsUrl: string;
  /** Null in a studio without packages. */
  findPackages: FindPackages | null;
}

/** Asks the worker what a project imports of npm packages. */
export interface ImportsRequest {
  importsOf: Source;
}

/** Sent to the worker, which packs one project. */
export interface PackRequest {
  project: ExportedProject;
  /** MODULE_CDN; null: unset. */
  moduleCdn: string | null;
  /** The origin of users' files, whose `/lib` has the studio's library files and `/packages` its npm packages. */
  assetsUrl: string;
  /** Whether the standalone page contains its npm packages, instead of links to public addresses. */
  containsPackages: boolean;
}

/** The progress of downloading a project's files. */
export interface PackProgress {
  fetched: number;
  of: number;
  bytes: number;
}

/**
 * Sent by the worker: progress any number of times, then the ZIP or an error message. `refusal`: why the standalone page
 * cannot contain its packages, for the user.
 */
export type PackResponse =
  | { progress: PackProgress }
  | { zip: Blob }
  | { imports: string[] }
  | { refusal: string }
  | { fault: string };

/** The worker's `refusal`. */
class PackingRefused extends Error {}

/** A packing that takes longer than a moment. */
export interface LongPacking {
  progress: PackProgress;
  cancel: () => void;
}

/** Milliseconds after which the progress is shown. */
const progressDelayMs = 1_000;

/** Saves one pane as a file, `my_title.html` (specification: Export), with full addresses of users' files. */
export function exportPane(project: ExportedProject, language: SourceLanguage, assetsUrl: string): void {
  const name = `${fileStem(project.title)}.${fileEnding(language, project.frameworkConfig)}`;
  const text = withFullAddresses(project, assetsUrl)[language];
  download(name, new Blob([text], { type: 'text/plain' }));
}

/**
 * The project with versions of all imported packages, even if it was not run or saved since they were added, and of what
 * these depend on. Without a response it is returned unchanged; null: cancelled.
 * @param onLong gets a function that cancels, if it takes long, and null at the end
 */
export async function withPackages(
  project: ExportedProject,
  { findPackages }: ExportSurroundings,
  onLong: OnLong,
): Promise<ExportedProject | null> {
  if (!findPackages) return project;
  return showProgress(
    cancellable(async (signal) => {
      const request: ImportsRequest = { importsOf: project };
      const readImports = (response: PackResponse) => ('imports' in response ? response.imports : undefined);
      const imports = await askPacker<string[]>(request, readImports, signal).catch(() => []);
      if (imports.length === 0) return project;
      const { packages, dependencies, details = {} } = await findPackages(project, imports);
      if (Object.keys(packages).length === 0) return project;
      const unlocked = Object.keys(packages).filter((name) => details[name] === undefined);
      const frameworkConfig = { ...project.frameworkConfig, packages };
      return { ...project, frameworkConfig, dependencies, unlocked };
    }, onLong),
  );
}

/**
 * Saves the whole project as `my_title_project.zip` (specification: Export); a toast says if that fails.
 * `onLong` gets the progress to show, if it takes long, and null at the end.
 */
export async function exportPackage(
  project: ExportedProject,
  { moduleCdn, assetsUrl }: ExportSurroundings,
  containsPackages: boolean,
  onLong: (packing: LongPacking | null) => void,
): Promise<void> {
  const request = { project, moduleCdn, assetsUrl, containsPackages };
  let progress: PackProgress = { fetched: 0, of: 0, bytes: 0 };
  let cancel: (() => void) | null = null;
  const report = () => onLong(cancel && { progress, cancel });
  const onProgress = (latest: PackProgress) => {
    progress = latest;
    if (cancel) report();
  };
  const packed = cancellable(
    (signal) => packProject(request, onProgress, signal),
    (now) => {
      cancel = now;
      report();
    },
  );
  try {
    const zip = await showProgress(packed);
    if (zip) download(`${fileStem(project.title)}_project.zip`, zip);
  } catch (error) {
    console.error('The project could not be packed:', error);
    const description =
      error instanceof PackingRefused ? texts.packagesNotContained(error.message) : texts.packageFailed;
    toast({ title: texts.downloadFailed, description, tone: 'danger' });
  }
}

type OnLong = (cancel: (() => void) | null) => void;

/** The result of `start`; null if cancelled. After a moment `onLong` gets a function that cancels, then null. */
async function cancellable<T>(start: (signal: AbortSignal) => Promise<T>, onLong: OnLong): Promise<T | null> {
  const cancelled = Promise.withResolvers<null>();
  const abort = new AbortController();
  const timer = setTimeout(() => {
    onLong(() => {
      abort.abort();
      cancelled.resolve(null);
    });
  }, progressDelayMs);
  try {
    return await Promise.race([cancelled.promise, start(abort.signal)]);
  } finally {
    clearTimeout(timer);
    onLong(null);
  }
}

/** Milliseconds without progress after which packing is stopped, for example if compiling never ends. */
const packDeadlineMs = 30_000;

/** Resolves to the ZIP of a project. Rejects if packing fails, and with the reason of `signal` if that is aborted. */
function packProject(
  request: PackRequest,
  onProgress: (progress: PackProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const zipIn = (response: PackResponse) => {
    if ('progress' in response) onProgress(response.progress);
    return 'zip' in response ? response.zip : undefined;
  };
  return askPacker(request, zipIn, signal);
}

/** Resolves to the first result of `read` on the worker's messages other than undefined. */
function askPacker<T>(
  request: PackRequest | ImportsRequest,
  read: (response: PackResponse) => T | undefined,
  signal: AbortSignal,
): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  const worker = new Worker(new URL('./pack.worker.ts', import.meta.url), { type: 'module' });
  const answered = new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(new Error('Packing took too long'));
    let timer = setTimeout(giveUp, packDeadlineMs);
    worker.addEventListener('message', ({ data }: MessageEvent<PackResponse>) => {
      clearTimeout(timer);
      if ('fault' in data) return reject(new Error(data.fault));
      if ('refusal' in data) return reject(new PackingRefused(data.refusal));
      const found = read(data);
      if (found !== undefined) return resolve(found);
      timer = setTimeout(giveUp, packDeadlineMs);
    });
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'The packer could not be loaded')),
    );
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  worker.postMessage(request);
  return answered.finally(() => worker.terminate());
}
