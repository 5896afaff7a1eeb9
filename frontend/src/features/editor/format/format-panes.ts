import type { SourceLanguage } from '@studio/engine/source';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../full-editor-texts.ts';
import type { LiveText } from '../model/live-text.ts';
import { panes, type SourceFiles } from '../model/panes.ts';

/** A pane that is on the page. */
interface ShownPane {
  hasFocus(): boolean;
  /** Offset of the caret in UTF-16 units. */
  caret(): number;
  /** Replaces the text in one step that can be undone, and puts the caret at an offset. */
  replace(text: string, caret: number): void;
}

interface FormatOrder {
  texts: Record<SourceLanguage, LiveText>;
  files: SourceFiles;
  shown: Record<SourceLanguage, ShownPane | null>;
  /** Columns of a step of indentation. */
  tabWidth: number;
}

/**
 * Formats the pane that is named, else the one with the focus, else all of them, each as one step to undo. One that
 * cannot be read stays as it is, and a toast tells where.
 */
export async function formatPanes(order: FormatOrder, only?: SourceLanguage): Promise<void> {
  const chosen = only ?? focusedPane(order);
  for (const { language, label } of panes) {
    if (chosen !== undefined && language !== chosen) continue;
    const view = language === chosen ? order.shown[language] : null;
    const formatted = await formatText(order, language, view);
    if (formatted?.ok === false) tellWhy(label, formatted);
  }
}

/** A save waits no longer than this for its text to be formatted, in milliseconds. */
const longestBeforeSave = 5_000;

/**
 * Formats all panes, each as one step to undo. What cannot be read, or takes too long, stays as it is without a word: it
 * is saved all the same, and what is wrong with it is marked where it stands.
 */
export async function formatBeforeSave(order: FormatOrder): Promise<void> {
  const limit = AbortSignal.timeout(longestBeforeSave);
  const focused = focusedPane(order);
  const formatAll = Promise.all(
    panes.map(({ language }) =>
      formatText(order, language, language === focused ? order.shown[language] : null, limit),
    ),
  );
  await Promise.race([
    formatAll,
    new Promise((resolve) => limit.addEventListener('abort', resolve, { once: true })),
  ]);
}

function focusedPane({ shown }: FormatOrder): SourceLanguage | undefined {
  return panes.find(({ language }) => shown[language]?.hasFocus())?.language;
}

function cannotFormat(language: string): Formatted {
  return { ok: false, message: texts.noFormatter(language), line: null, column: null };
}

/** Null where nothing is to be formatted, any more. */
async function formatText(
  { texts, files, tabWidth }: FormatOrder,
  language: SourceLanguage,
  view: ShownPane | null,
  limit?: AbortSignal,
): Promise<Formatted | null> {
  const text = texts[language];
  const before = text.read();
  if (before.trim() === '') return null;
  if (files[language].language === 'pug') return cannotFormat('Pug');
  const caret = view?.caret() ?? 0;
  const formatted = await showProgress(
    format({ fileName: files[language].name, text: before, caret, tabWidth }),
  );
  // Whoever has typed on meanwhile keeps what they typed.
  if (text.read() !== before || limit?.aborted) return null;
  if (formatted.ok && formatted.text !== before) {
    if (view) view.replace(formatted.text, formatted.caret);
    else text.type(formatted.text, formatText);
  }
  return formatted;
}

function tellWhy(label: string, { message, line, column }: Extract<Formatted, { ok: false }>): void {
  const place = line === null ? label : texts.placeIn(label, line, column);
  toast({ title: texts.cannotFormat, description: texts.problemAt(place, message), tone: 'danger' });
}

let worker: Worker | null = null;
let requests = 0;
const waiting = new Map<number, (formatted: Formatted) => void>();

function format(order: Omit<FormatRequest, 'number'>): Promise<Formatted> {
  worker ??= startWorker();
  requests += 1;
  worker.postMessage({ number: requests, ...order } satisfies FormatRequest);
  const number = requests;
  return new Promise((resolve) => waiting.set(number, resolve));
}

function startWorker(): Worker {
  const started = new Worker(new URL('./format.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<FormatAnswer>) => settle(data));
  // The worker's own script could not be fetched: the next try starts another.
  started.addEventListener('error', () => {
    worker = null;
    const formatted = {
      ok: false,
      message: texts.formatterNotLoaded,
      line: null,
      column: null,
    } as const;
    for (const number of waiting.keys()) settle({ number, formatted });
  });
  return started;
}

function settle({ number, formatted }: FormatAnswer): void {
  waiting.get(number)?.(formatted);
  waiting.delete(number);
}

/** Page → worker: one text, named as the file that it is; `caret` is an offset in UTF-16 units, `tabWidth` in columns. */
export interface FormatRequest {
  number: number;
  fileName: string;
  text: string;
  caret: number;
  tabWidth: number;
}

/** The text in good order and where the caret is in it, or why it cannot be read; lines and columns count from 1. */
export type Formatted =
  | { ok: true; text: string; caret: number }
  | { ok: false; message: string; line: number | null; column: number | null };

/** Worker → page. */
export interface FormatAnswer {
  number: number;
  formatted: Formatted;
}
