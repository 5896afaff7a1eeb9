import { assetsNamedByFile } from '@studio/engine/export/assets/asset-texts';
import type { FetchedAsset, FetchedAssets } from '@studio/engine/export/assets/fetched-assets';
import * as texts from '../packing-texts.ts';
import type { PackProgress } from './export-project.ts';

const parallelDownloads = 4;
/** Milliseconds without data after which a download is given up. */
const stallTimeoutMs = 15_000;
/** The largest total size in bytes that a tab can pack without running out of memory. */
const maxPackageBytes = 256 * 1024 * 1024;

/** The most files of a package, including those that only other files name. */
const maxFiles = 2_000;

/**
 * Fetches the users' files that a project names, and those that these name, a few at a time. It never throws: for a file
 * that fails, the result has a reason that completes a sentence beginning with its address.
 */
export async function fetchAssets(
  assetsUrl: string,
  addresses: string[],
  onProgress: (progress: PackProgress) => void,
  limits = { stallTimeoutMs, room: maxPackageBytes, files: maxFiles },
): Promise<FetchedAssets> {
  const progress: PackProgress = { fetched: 0, of: 0, bytes: 0 };
  const outcomes = new Map<string, FetchedAsset | string>();
  const downloadQueued = async (queue: Iterable<string>) => {
    for (const address of queue) {
      let taken = 0;
      const room: Room = {
        has: (bytes) => progress.bytes + bytes <= limits.room,
        take: (bytes) => {
          taken += bytes;
          progress.bytes += bytes;
          onProgress({ ...progress });
        },
      };
      const outcome = await fetchAsset(address, room, limits.stallTimeoutMs);
      // The room of what was left out is free for others.
      if (typeof outcome === 'string') progress.bytes -= taken;
      outcomes.set(address, outcome);
      progress.fetched += 1;
      onProgress({ ...progress });
    }
  };
  for (let found = addresses; found.length > 0; found = namedByThese(found, outcomes, assetsUrl)) {
    for (const address of found) outcomes.set(address, texts.tooManyFiles);
    const fitting = found.slice(0, limits.files - progress.of);
    progress.of += fitting.length;
    onProgress({ ...progress });
    const queue = fitting.values();
    await Promise.all(Array.from({ length: parallelDownloads }, () => downloadQueued(queue)));
  }
  const got = new Map<string, FetchedAsset>();
  const missing = new Map<string, string>();
  for (const [address, outcome] of outcomes) {
    if (typeof outcome === 'string') missing.set(address, outcome);
    else got.set(address, outcome);
  }
  return { assetsUrl, got, missing };
}

/** The addresses in these files that have no outcome yet, each once. */
function namedByThese(
  addresses: string[],
  outcomes: ReadonlyMap<string, FetchedAsset | string>,
  assetsUrl: string,
): string[] {
  const named = addresses.flatMap((address) => {
    const outcome = outcomes.get(address);
    return outcome && typeof outcome !== 'string' ? assetsNamedByFile(address, outcome, assetsUrl) : [];
  });
  return [...new Set(named)].filter((address) => !outcomes.has(address));
}

/** What is left of the largest size of a package, in bytes. */
interface Room {
  has: (bytes: number) => boolean;
  take: (bytes: number) => void;
}

/** The file, or why it failed. */
async function fetchAsset(
  address: string,
  room: Room,
  stallTimeoutMs: number,
): Promise<FetchedAsset | string> {
  const stalled = new AbortController();
  const wait = () => setTimeout(() => stalled.abort(), stallTimeoutMs);
  let timer = wait();
  try {
    const response = await fetch(address, { credentials: 'omit', signal: stalled.signal });
    if (response.status === 404) return texts.noSuchFile;
    if (!response.ok || !response.body) return texts.answered(response.status);
    const length = Number(response.headers.get('Content-Length'));
    if (!room.has(length)) {
      await response.body.cancel();
      return texts.noRoom;
    }
    const reader = response.body.getReader();
    const chunks: BlobPart[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(timer);
      timer = wait();
      if (!room.has(read.value.length)) {
        await reader.cancel();
        return texts.noRoom;
      }
      room.take(read.value.length);
      chunks.push(read.value);
    }
    const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
    return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), type };
  } catch {
    return stalled.signal.aborted ? texts.stalled(stallTimeoutMs / 1_000) : texts.noConnection;
  } finally {
    clearTimeout(timer);
  }
}
