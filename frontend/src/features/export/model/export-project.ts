import { withFullAddresses } from '@studio/engine/export/assets/asset-references';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { fileEnding, fileStem } from '@studio/engine/export/exported-project';
import type { SourceLanguage } from '@studio/engine/source';
import { download } from '@/lib/download.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../packing-texts.ts';

/** What the packing needs of the studio. */
export interface ExportSurroundings {
  moduleCdn: string | null;
  assetsUrl: string;
}

/** Sent to the worker, which packs one project. */
export interface PackRequest {
  project: ExportedProject;
  /** MODULE_CDN; null: unset. */
  moduleCdn: string | null;
  /** The origin of users' files, whose `/lib` has the studio's library files and `/packages` its npm packages. */
  assetsUrl: string;
  /** Whether the page on its own contains its npm packages, instead of links to public addresses. */
  containsPackages: boolean;
}

/** The progress of downloading a project's files. */
export interface PackProgress {
  fetched: number;
  of: number;
  bytes: number;
}

/** Sent by the worker: progress any number of times, then the ZIP or an error message. */
export type PackResponse = { progress: PackProgress } | { zip: Blob } | { fault: string };

/** A packing that takes longer than a moment. */
export interface LongPacking {
  progress: PackProgress;
  cancel: () => void;
}

/** Milliseconds after which the progress is shown. */
const moment = 1_000;

/** Saves one pane as a file, `my_title.html` (specification: Export). Users' files stay where they are, so it has their full addresses. */
export function exportPane(project: ExportedProject, language: SourceLanguage, assetsUrl: string): void {
  const name = `${fileStem(project.title)}.${fileEnding(language, project.frameworkConfig)}`;
  const text = withFullAddresses(project, assetsUrl)[language];
  download(name, new Blob([text], { type: 'text/plain' }));
}

/**
 * Saves the whole project as `my_title_project.zip` (specification: Export); a toast says if that fails.
 * `onLong` gets what to show while it takes long, and null when it is over.
 */
export async function exportPackage(
  project: ExportedProject,
  { moduleCdn, assetsUrl }: ExportSurroundings,
  containsPackages: boolean,
  onLong: (packing: LongPacking | null) => void,
): Promise<void> {
  const cancelled = new AbortController();
  const cancel = () => cancelled.abort();
  let progress: PackProgress = { fetched: 0, of: 0, bytes: 0 };
  let isLong = false;
  const timer = setTimeout(() => {
    isLong = true;
    onLong({ progress, cancel });
  }, moment);
  const onProgress = (latest: PackProgress) => {
    progress = latest;
    if (isLong) onLong({ progress, cancel });
  };
  try {
    const packed = packProject(
      { project, moduleCdn, assetsUrl, containsPackages },
      onProgress,
      cancelled.signal,
    );
    download(`${fileStem(project.title)}_project.zip`, await showProgress(packed));
  } catch (error) {
    if (cancelled.signal.aborted) return;
    console.error('The project could not be packed:', error);
    const description = texts.packageFailed;
    toast({ title: texts.downloadFailed, description, tone: 'danger' });
  } finally {
    clearTimeout(timer);
    onLong(null);
  }
}

/** Milliseconds without progress after which packing is ended, such as for code that never finishes compiling. */
const packDeadline = 30_000;

/** Resolves to the ZIP of a project. Rejects if packing fails, and with the reason of `signal` if that is aborted. */
export function packProject(
  request: PackRequest,
  onProgress: (progress: PackProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL('./pack.worker.ts', import.meta.url), { type: 'module' });
  const packed = new Promise<Blob>((resolve, reject) => {
    const giveUp = () => reject(new Error('Packing took too long'));
    let timer = setTimeout(giveUp, packDeadline);
    worker.addEventListener('message', ({ data }: MessageEvent<PackResponse>) => {
      clearTimeout(timer);
      if ('progress' in data) {
        timer = setTimeout(giveUp, packDeadline);
        onProgress(data.progress);
      } else if ('zip' in data) resolve(data.zip);
      else reject(new Error(data.fault));
    });
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'The packer could not be loaded')),
    );
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  worker.postMessage(request);
  return packed.finally(() => worker.terminate());
}
