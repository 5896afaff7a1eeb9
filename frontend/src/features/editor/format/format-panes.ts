import type { SourceLanguage } from '@studio/engine/source';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../full-editor-texts.ts';
import type { LiveText } from '../model/live-text.ts';
import { panes, type SourceFiles } from '../model/panes.ts';

/** A mounted pane. */
interface ShownPane {
  hasFocus(): boolean;
  /** Offset of the caret in UTF-16 units. */
  caret(): number;
  /** Replaces the text as one undo step, and sets the caret to an offset. */
  replace(text: string, caret: number): void;
}

interface FormatOrder {
  texts: Record<SourceLanguage, LiveText>;
  files: SourceFiles;
  shown: Record<SourceLanguage, ShownPane | null>;
  /** The indentation step, in columns. */
  tabWidth: number;
}

/**
 * Formats the given pane, else the one with the focus, else all panes, each as one undo step. A pane with a syntax
 * error is not changed, and a toast shows the position.
 */
export async function formatPanes(order: FormatOrder, only?: SourceLanguage): Promise<void> {
  const chosen = only ?? focusedPane(order);
  for (const { language, label } of panes) {
    if (chosen !== undefined && language !== chosen) continue;
    const view = language === chosen ? order.shown[language] : null;
    const formatted = await formatText(order, language, view);
    if (formatted?.ok === false) showReason(label, formatted);
  }
}

/** How long a save waits for formatting at most, in milliseconds. */
const longestBeforeSave = 5_000;

/**
 * Formats all panes, each as one undo step. Panes with syntax errors, or that take too long, are not changed and show
 * no message: they are saved anyway, and their errors are marked in the editor.
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

/** Null if there is nothing to format, or the text has changed meanwhile. */
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
  // Text typed in the meantime is kept.
  if (text.read() !== before || limit?.aborted) return null;
  if (formatted.ok && formatted.text !== before) {
    if (view) view.replace(formatted.text, formatted.caret);
    else text.type(formatted.text, formatText);
  }
  return formatted;
}

function showReason(label: string, { message, line, column }: Extract<Formatted, { ok: false }>): void {
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
  // The worker's script could not be loaded: the next try starts another worker.
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

/** Page → worker: one text with its file name; `caret` is an offset in UTF-16 units, `tabWidth` in columns. */
export interface FormatRequest {
  number: number;
  fileName: string;
  text: string;
  caret: number;
  tabWidth: number;
}

/** The formatted text with the new caret, or a syntax error; lines and columns count from 1. */
export type Formatted =
  | { ok: true; text: string; caret: number }
  | { ok: false; message: string; line: number | null; column: number | null };

/** Worker → page. */
export interface FormatAnswer {
  number: number;
  formatted: Formatted;
}
