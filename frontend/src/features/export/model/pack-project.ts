import type { PackAnswer, PackRequest } from './pack-messages.ts';

/** Code that compiles without end ends the packing. */
const packDeadline = 30_000;

/** The ZIP of a project. Rejects where it cannot be made. */
export function packProject(request: PackRequest): Promise<Blob> {
  const worker = new Worker(new URL('./pack.worker.ts', import.meta.url), { type: 'module' });
  const packed = new Promise<Blob>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Packing took too long')), packDeadline);
    worker.addEventListener('message', ({ data }: MessageEvent<PackAnswer>) => {
      clearTimeout(timer);
      if ('zip' in data) resolve(data.zip);
      else reject(new Error(data.fault));
    });
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'The packer could not be loaded')),
    );
  });
  worker.postMessage(request);
  return packed.finally(() => worker.terminate());
}
