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
import { formatSize } from '@/lib/files/file-size.ts';
import { noResponse, type Result } from '@/lib/http-client.ts';
import * as texts from '../texts.ts';

/** The file that is being sent, and its place among those that were chosen with it. Sizes are bytes. */
export interface SentFile {
  name: string;
  size: number;
  sent: number;
  /** From 1. */
  number: number;
  total: number;
}

/** Why an upload stopped at a file, and how many files behind it were not sent. */
export interface UploadFailure {
  name: string;
  message: string;
  unsent: number;
}

/**
 * One upload at a time: nothing to show, a file on its way, or the failure that the last one ended with. Only a file
 * that was uploaded changes `lastUploaded`, at the moment when it is no longer on its way.
 */
export type UploadState = { lastUploaded: Asset | null } & (
  | { status: 'idle' }
  | { status: 'sending'; file: SentFile }
  | { status: 'failed'; failure: UploadFailure }
);

type UploadEvent =
  | { type: 'file-started'; file: SentFile }
  | { type: 'progress'; sent: number }
  | { type: 'file-uploaded'; asset: Asset }
  | { type: 'failed'; failure: UploadFailure }
  | { type: 'ended' }
  | { type: 'dismissed' }
  | { type: 'reset' };

/** Every change of an upload. An event that does not belong to the present state changes nothing. */
function nextState(state: UploadState, event: UploadEvent): UploadState {
  const { lastUploaded } = state;
  switch (event.type) {
    case 'file-started':
      return { status: 'sending', file: event.file, lastUploaded };
    case 'progress':
      return state.status === 'sending' ? { ...state, file: { ...state.file, sent: event.sent } } : state;
    case 'file-uploaded':
      return { status: 'idle', lastUploaded: event.asset };
    case 'failed':
      return { status: 'failed', failure: event.failure, lastUploaded };
    case 'ended':
      return state.status === 'sending' ? { status: 'idle', lastUploaded } : state;
    case 'dismissed':
      return state.status === 'failed' ? { status: 'idle', lastUploaded } : state;
    case 'reset':
      return { status: 'idle', lastUploaded: null };
  }
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
  onFailed(failure: UploadFailure): void;
}

/** Sends files one after another and stops at the first failure (specification: Asset library). */
export interface UploadQueue extends StoreApi<UploadState> {
  /** Returns what was uploaded, or null while another upload is running: then nothing of this one is sent. */
  start(files: readonly File[]): Promise<Asset[] | null>;
  /** Gives up the file that is on its way and those behind it. What was uploaded stays. */
  cancel(): void;
  /** Forgets how the last upload failed. */
  dismiss(): void;
  /** Cancels, and forgets every file. */
  reset(): void;
}

export function createUploadQueue({ send, onUploaded, onFailed }: UploadDependencies): UploadQueue {
  const store = createStore<UploadState>(() => ({ status: 'idle', lastUploaded: null }));
  const dispatch = (event: UploadEvent) => store.setState(nextState(store.getState(), event), true);
  let running: AbortController | null = null;

  async function start(files: readonly File[]): Promise<Asset[] | null> {
    if (running) return null;
    running = new AbortController();
    const uploaded = await sendAll(files, running.signal);
    running = null;
    dispatch({ type: 'ended' });
    return uploaded;
  }

  async function sendAll(files: readonly File[], signal: AbortSignal): Promise<Asset[]> {
    const uploaded: Asset[] = [];
    for (const [index, file] of files.entries()) {
      const { name, size } = file;
      dispatch({
        type: 'file-started',
        file: { name, size, sent: 0, number: index + 1, total: files.length },
      });
      const onProgress = (sent: number) => dispatch({ type: 'progress', sent });
      const response = await trySending(file, { timeout: timeoutOf(file), signal, onProgress });
      if (response.ok) {
        uploaded.push(response.data);
        dispatch({ type: 'file-uploaded', asset: response.data });
        onUploaded(file);
      } else if (!signal.aborted) {
        const failure = { name, message: response.message, unsent: files.length - index - 1 };
        dispatch({ type: 'failed', failure });
        onFailed(failure);
      }
      if (!response.ok || signal.aborted) break;
    }
    return uploaded;
  }

  async function trySending(file: File, options: SendOptions) {
    const refusal = refusalOf(file);
    const response = refusal === null ? await send(file, options) : refused(refusal);
    if (response.ok) return response;
    const { status, message } = response.error;
    // Browsers report what cannot be read as a lost connection.
    const isRead = status !== null || (await canBeRead(file));
    return { ok: false, message: isRead ? message : texts.unreadable(quoted(file)) } as const;
  }

  const cancel = () => running?.abort();
  return {
    ...store,
    start,
    cancel,
    dismiss: () => dispatch({ type: 'dismissed' }),
    reset() {
      cancel();
      dispatch({ type: 'reset' });
    },
  };
}

/** How long an upload may stand still, in ms: 60 s, 120 s for video, by type or extension (specification: Asset library). */
function timeoutOf({ type, name }: File): number {
  return type.startsWith('video/') || extensionOf(name) === 'mp4' ? 120_000 : 60_000;
}

/** Why a file is refused without being sent, as a sentence; null if it may be sent. */
function refusalOf(file: File): string | null {
  const { name, size } = file;
  if (categoryOf(name) === null) {
    const extensions = assetCategories.flatMap((category) => assetExtensions[category]).join(', ');
    return texts.wrongType(quoted(file), extensions);
  }
  if (size === 0) return texts.emptyFile(quoted(file));
  if (size > limits.assetBytes) {
    return texts.tooLarge(quoted(file), formatSize(size), formatSize(limits.assetBytes));
  }
  return null;
}

function refused(message: string): Result<never> {
  return { ok: false, error: { ...noResponse, message } };
}

/** False for a folder, and for a file that was changed or removed since it was chosen. */
async function canBeRead(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function quoted({ name }: File): string {
  return `“${bidiIsolate(name)}”`;
}
