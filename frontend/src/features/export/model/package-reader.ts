import type { ReadPackage } from '@studio/engine/export/contain-packages';
import type { PackProgress } from './export-project.ts';

const parallelReads = 6;

/**
 * A function that reads files of packages from the studio, a few at a time, whoever asks for how many. It continues the
 * progress of `before`.
 */
export function packageReader(
  assetsUrl: string,
  before: PackProgress,
  onProgress: (progress: PackProgress) => void,
): ReadPackage {
  const progress = { ...before };
  const waiting: (() => void)[] = [];
  let reading = 0;
  return async (path) => {
    progress.of += 1;
    if (reading === parallelReads) await new Promise<void>((resolve) => waiting.push(resolve));
    else reading += 1;
    try {
      const response = await fetch(`${assetsUrl}${path}`);
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
      const bytes = new Uint8Array(await response.arrayBuffer());
      progress.bytes += bytes.length;
      return { type, bytes };
    } finally {
      progress.fetched += 1;
      onProgress({ ...progress });
      // The next one takes the place of this one.
      const next = waiting.shift();
      if (next) next();
      else reading -= 1;
    }
  };
}
