import type { SourceLanguage } from '@studio/engine/source';
import { showProgress } from '@/ui/progress.ts';
import { toast } from '@/ui/toast.ts';
import type { LiveText } from '../model/live-text.ts';
import { panes } from '../model/panes.ts';
import type { SourceFiles } from '../model/source-files.ts';
import type { FormatAnswer, FormatRequest, Formatted } from './format-messages.ts';

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
  /** Where it is missing, the pane with the focus is meant, and without one all of them. */
  only?: SourceLanguage | undefined;
}

/** Formats the texts of panes, each as one step to undo. One that cannot be read stays as it is, and a toast tells where. */
export async function formatPanes({ texts, files, shown, only }: FormatOrder): Promise<void> {
  const chosen = only ?? panes.find(({ language }) => shown[language]?.hasFocus())?.language;
  for (const { language, label } of panes) {
    const text = texts[language];
    if ((chosen !== undefined && language !== chosen) || text.read().trim() === '') continue;
    const view = language === chosen ? shown[language] : null;
    const formatted = await formatText(text, files[language].name, view);
    if (formatted?.ok === false) tellWhy(label, formatted);
  }
}

async function formatText(
  text: LiveText,
  fileName: string,
  view: ShownPane | null,
): Promise<Formatted | null> {
  const before = text.read();
  const formatted = await showProgress(format(fileName, before, view?.caret() ?? 0));
  // Whoever has typed on meanwhile keeps what they typed.
  if (text.read() !== before) return null;
  if (formatted.ok && formatted.text !== before) {
    if (view) view.replace(formatted.text, formatted.caret);
    else text.type(formatted.text, formatText);
  }
  return formatted;
}

function tellWhy(label: string, { message, line, column }: Extract<Formatted, { ok: false }>): void {
  const place = line === null ? label : `${label}, line ${line}, column ${column}`;
  toast({ title: 'Cannot format', description: `${place}: ${message}`, tone: 'danger' });
}

let worker: Worker | null = null;
let requests = 0;
const waiting = new Map<number, (formatted: Formatted) => void>();

function format(fileName: string, text: string, caret: number): Promise<Formatted> {
  worker ??= startWorker();
  requests += 1;
  worker.postMessage({ number: requests, fileName, text, caret } satisfies FormatRequest);
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
      message: 'The formatter could not be loaded.',
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
