import { durations } from '@studio/contract/durations';
import type { Time } from '@/lib/time.ts';
import * as texts from '../full-editor-texts.ts';

/** Page → worker: one text with its file name; `caret` is an offset in UTF-16 units, `tabWidth` in columns. */
export interface FormatRequest {
  fileName: string;
  text: string;
  caret: number;
  tabWidth: number;
  useTabs: boolean;
}

/** The formatted text with the new caret, or a syntax error; lines and columns count from 1. */
export type Formatted =
  | { ok: true; text: string; caret: number }
  | { ok: false; message: string; line: number | null; column: number | null };

/** Worker → page. `loaded`: the parsers are there, and formatting begins. */
export type FormatResponse = { kind: 'loaded' } | { kind: 'formatted'; formatted: Formatted };

interface FormatterOptions {
  startWorker(): Worker;
  time: Time;
}

/** How long formatting a text may take (ms): deeply nested code takes Prettier minutes. */
const formatDeadlineMs = 10_000;

/** Formats texts in a worker, one after another. One that takes too long ends the worker; the next gets a new one. */
export function createFormatter({ startWorker, time }: FormatterOptions) {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let settle: (formatted: Formatted) => void = () => {};
  let cancelLimit = () => {};

  function listen(started: Worker): Worker {
    started.addEventListener('message', ({ data }: MessageEvent<FormatResponse>) => {
      if (started === worker) onResponse(data);
    });
    started.addEventListener('error', () => {
      if (started === worker) fail(texts.formatterNotLoaded);
    });
    return started;
  }

  function onResponse(response: FormatResponse): void {
    cancelLimit();
    if (response.kind === 'formatted') settle(response.formatted);
    // The time begins here, since loading is not the text's fault.
    else cancelLimit = time.after(formatDeadlineMs, () => fail(texts.formattingTooSlow));
  }

  function fail(message: string): void {
    cancelLimit();
    worker?.terminate();
    worker = null;
    settle({ ok: false, message, line: null, column: null });
  }

  function run(request: FormatRequest): Promise<Formatted> {
    worker ??= listen(startWorker());
    worker.postMessage(request);
    cancelLimit = time.after(durations.requestTimeout, () => fail(texts.formatterNotLoaded));
    return new Promise((resolve) => {
      settle = resolve;
    });
  }

  return function format(request: FormatRequest): Promise<Formatted> {
    const formatted = last.then(() => run(request));
    last = formatted;
    return formatted;
  };
}
