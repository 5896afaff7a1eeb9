import type { PackAnswer, PackProgress, PackRequest } from './pack-messages.ts';

/** Milliseconds without a sign of life: code that compiles without end ends the packing. */
const packDeadline = 30_000;

/** The ZIP of a project. Rejects where it cannot be made, and with the reason of `signal` where that is aborted. */
export function packProject(
  request: PackRequest,
  onProgress: (progress: PackProgress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL('./pack.worker.ts', import.meta.url), { type: 'module' });
  const packed = new Promise<Blob>((resolve, reject) => {
    const giveUp = () => reject(new Error('Packing took too long'));
    let timer = setTimeout(giveUp, packDeadline);
    worker.addEventListener('message', ({ data }: MessageEvent<PackAnswer>) => {
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
