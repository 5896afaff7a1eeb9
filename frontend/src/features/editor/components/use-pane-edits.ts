import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SourceLanguage } from '@studio/engine/source';
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { EarlyEdit } from '@/lib/startup-handover.ts';
import type { FindInsertion } from '@/lib/text-insertion.ts';
import { toast } from '@/ui/toast/toast.ts';
import type { TabSize } from '../model/editor-look.ts';
import type { LiveSources } from '../model/live-text.ts';
import { panes, type SourceFiles } from '../model/panes.ts';
import {
  type EditorPosition,
  editorPositionAt,
  withEndingsOf,
  withPlainEndings,
} from '../model/text-lines.ts';
import * as texts from '../texts.ts';
import type { PaneHandle } from './editor-pane.tsx';

/** The mounted panes. */
export type PaneHandles = Record<SourceLanguage, RefObject<PaneHandle | null>>;

/** Edits by the formatter and the samples (specification: Editors), which are loaded on demand. */
export function usePaneEdits(
  live: LiveSources,
  files: SourceFiles,
  config: FrameworkConfig,
  tabSize: TabSize,
) {
  const html = useRef<PaneHandle>(null);
  const css = useRef<PaneHandle>(null);
  const js = useRef<PaneHandle>(null);
  const paneHandles: PaneHandles = { html, css, js };

  const order = () => ({
    texts: live.texts,
    files,
    shown: { html: html.current, css: css.current, js: js.current },
    tabSize,
  });

  /** Formats the given pane, else the one with the focus, else all panes. */
  async function format(only?: SourceLanguage) {
    await fetched(texts.cannotFormat, async () => {
      const formatting = await import('../format/format-panes.ts');
      await formatting.formatPanes(order(), only);
    });
  }

  async function formatBeforeSave() {
    try {
      const formatting = await import('../format/format-panes.ts');
      await formatting.formatBeforeSave(order());
    } catch (error) {
      console.warn('The code is saved as it is: the formatter could not be loaded.', error);
    }
  }

  async function insertSample(language: SourceLanguage) {
    await fetched(texts.cannotInsertSample, async () => {
      const samples = await import('../samples/samples.ts');
      samples.insertSample(language, config, live.texts[language], paneHandles[language].current);
    });
  }

  /** Takes over text and caret from the text box that was shown before the pane. */
  function takeOver({ language, text, place }: EarlyEdit) {
    const pane = panes.find((shown) => shown.language === language)?.language;
    if (!pane) return;
    const handle = paneHandles[pane].current;
    const present = live.texts[pane].read();
    if (text !== null && handle) handle.replace(text, 0);
    else if (text !== null) live.texts[pane].type(withEndingsOf(text, present), paneHandles);
    if (!place) return;
    const code = text ?? withPlainEndings(present);
    handle?.resume({
      focused: true,
      anchor: editorPositionAt(code, place.selectionStart),
      caret: editorPositionAt(code, place.selectionEnd),
      scrollTop: place.scrollTop,
    });
  }

  return { format, formatBeforeSave, insertSample, takeOver, paneHandles };
}

async function fetched(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.warn(failure, error);
    toast({ title: failure, description: texts.checkConnection, tone: 'danger' });
  }
}

interface InsertionOptions {
  live: LiveSources;
  paneHandles: PaneHandles;
  documentKey: string;
  /** Shows a pane, which may have been switched off, and moves caret and focus there. */
  reveal: (language: SourceLanguage, caret: EditorPosition) => void;
}

/** Remembers the pane in use, and inserts text into panes. */
export function useInsertion({ live, paneHandles, documentKey, reveal }: InsertionOptions) {
  /** The panes that had the focus in this document, the most recent last. */
  const focused = useRef({ documentKey, panes: new Set<SourceLanguage>() });
  useEffect(() => {
    focused.current = { documentKey, panes: new Set() };
  }, [documentKey]);

  return {
    recordFocus(language: SourceLanguage) {
      focused.current.panes.delete(language);
      focused.current.panes.add(language);
    },
    lastFocused: () => [...focused.current.panes].at(-1) ?? null,
    insert(language: SourceLanguage, findInsertion: FindInsertion) {
      const caret = focused.current.panes.has(language) ? paneHandles[language].current?.caret() : null;
      const before = live.texts[language].read();
      const { at, text } = findInsertion(before, caret ?? null);
      const after = before.slice(0, at) + text + before.slice(at);
      const end = at + text.length;
      const show = () => reveal(language, editorPositionAt(after, end));
      if (!paneHandles[language].current) flushSync(show);
      // Before the caret moves, so that undo restores its position.
      paneHandles[language].current?.replace(after, end);
      show();
    },
  };
}
