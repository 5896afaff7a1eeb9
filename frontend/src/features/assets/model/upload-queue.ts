import {
  type Asset,
  assetCategories,
  assetExtensions,
  categoryOf,
  extensionOf,
} from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { formatSize } from '@/lib/file-size.ts';
import type { Result } from '@/lib/http-client.ts';
import * as texts from '../texts.ts';

/** The file that is being sent, and its place among those that were chosen with it. Sizes are bytes. */
export interface Sending {
  name: string;
  size: number;
  sent: number;
  /** From 1. */
  number: number;
  total: number;
}

/** The file that an upload stopped at, and how many behind it were not sent. */
export interface Stop {
  name: string;
  message: string;
  unsent: number;
}

interface UploadState {
  sending: Sending | null;
  /** What arrived last. */
  arrived: Asset | null;
  stopped: Stop | null;
}

/** How to send one file. */
export interface SendOptions {
  /** Milliseconds without any progress. */
  timeout: number;
  signal: AbortSignal;
  onProgress: (bytes: number) => void;
}

interface UploadDependencies {
  send(file: File, options: SendOptions): Promise<Result<Asset>>;
  onUploaded(file: File): void;
  onStopped(stop: Stop): void;
}

/** Sends files one after another and stops at the first failure (SPEC 4 Assets). */
export interface UploadQueue extends StoreApi<UploadState> {
  /** Answers what has arrived, or null while another upload is running: then nothing of this one is sent. */
  start(files: readonly File[]): Promise<Asset[] | null>;
  /** Gives up the file that is on its way and those behind it. What has arrived stays. */
  cancel(): void;
  /** Forgets where the last upload stopped. */
  dismiss(): void;
}

export function createUploadQueue({ send, onUploaded, onStopped }: UploadDependencies): UploadQueue {
  const store = createStore<UploadState>(() => ({ sending: null, arrived: null, stopped: null }));
  let current: AbortController | null = null;

  async function start(files: readonly File[]): Promise<Asset[] | null> {
    if (current) return null;
    current = new AbortController();
    const arrived = await sendAll(files, current.signal);
    current = null;
    store.setState({ sending: null });
    return arrived;
  }

  async function sendAll(files: readonly File[], signal: AbortSignal): Promise<Asset[]> {
    const arrived: Asset[] = [];
    for (const [index, file] of files.entries()) {
      const { name, size } = file;
      const sending = { name, size, sent: 0, number: index + 1, total: files.length };
      store.setState({ sending, stopped: null });
      const onProgress = (sent: number) => store.setState({ sending: { ...sending, sent } });
      const answer = await trySending(file, { timeout: timeoutOf(file), signal, onProgress });
      if (answer.ok) {
        arrived.push(answer.data);
        store.setState({ arrived: answer.data });
        onUploaded(file);
      } else if (!signal.aborted) {
        const stopped = { name, message: answer.message, unsent: files.length - index - 1 };
        store.setState({ stopped });
        onStopped(stopped);
      }
      if (!answer.ok || signal.aborted) break;
    }
    return arrived;
  }

  async function trySending(file: File, options: SendOptions) {
    const refusal = refusalOf(file);
    if (refusal !== null) return { ok: false, message: refusal } as const;
    const answer = await send(file, options);
    return answer.ok ? answer : ({ ok: false, message: answer.error.message } as const);
  }

  return {
    ...store,
    start,
    cancel: () => current?.abort(),
    dismiss: () => store.setState({ stopped: null }),
  };
}

/** SPEC 9 Upload timeout: 60 s, 120 s for video (SPEC 7: type video/ or extension .mp4), of silence. Milliseconds. */
function timeoutOf({ type, name }: File): number {
  return type.startsWith('video/') || extensionOf(name) === 'mp4' ? 120_000 : 60_000;
}

/** Why a file need not be sent at all, as a sentence; null where the server shall look at it. */
export function refusalOf({ name, size }: File): string | null {
  const quoted = `“${bidiIsolate(name)}”`;
  if (categoryOf(name) === null) {
    const extensions = assetCategories.flatMap((category) => assetExtensions[category]).join(', ');
    return texts.wrongType(quoted, extensions);
  }
  if (size === 0) return texts.emptyFile(quoted);
  if (size > limits.assetBytes) {
    return texts.tooLarge(quoted, formatSize(size), formatSize(limits.assetBytes));
  }
  return null;
}
