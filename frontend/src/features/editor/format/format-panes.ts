import type { SourceLanguage } from '@studio/engine/source';
import { browserTime } from '@/lib/time.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../full-editor-texts.ts';
import { columnsOf, type TabSize } from '../model/editor-look.ts';
import { indentationStep } from '../model/indentation-step.ts';
import type { LiveText } from '../model/live-text.ts';
import { panes, type SourceFiles } from '../model/panes.ts';
import { createFormatter, type Formatted } from './formatter.ts';

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
  /** The indentation step from the settings. */
  tabSize: TabSize;
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
const maxBeforeSaveMs = 5_000;

/**
 * Formats all panes, each as one undo step. Panes with syntax errors, or that take too long, are not changed and show
 * no message: they are saved anyway, and their errors are marked in the editor.
 */
export async function formatBeforeSave(order: FormatOrder): Promise<void> {
  const limit = AbortSignal.timeout(maxBeforeSaveMs);
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
  { texts, files, tabSize }: FormatOrder,
  language: SourceLanguage,
  view: ShownPane | null,
  limit?: AbortSignal,
): Promise<Formatted | null> {
  const text = texts[language];
  const before = text.read();
  if (before.trim() === '') return null;
  if (files[language].language === 'pug') return cannotFormat('Pug');
  const caret = view?.caret() ?? 0;
  const step = indentationStep(before.split('\n'), tabSize);
  const useTabs = step === '\t';
  const tabWidth = useTabs ? columnsOf(tabSize) : step.length;
  const formatted = await showProgress(
    format({ fileName: files[language].name, text: before, caret, tabWidth, useTabs }),
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

const format = createFormatter({
  startWorker: () => new Worker(new URL('./format.worker.ts', import.meta.url), { type: 'module' }),
  time: browserTime,
});
