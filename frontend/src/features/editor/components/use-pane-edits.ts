import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SourceLanguage } from '@studio/engine/source';
import { type RefObject, useRef } from 'react';
import { toast } from '@/ui/toast.ts';
import * as texts from '../editor-texts.ts';
import { columnsOf, type TabSize } from '../model/code-style.ts';
import type { LiveSources } from '../model/live-sources.ts';
import type { SourceFiles } from '../model/source-files.ts';
import type { PaneHandle } from './editor-pane.tsx';

/** The panes that are on the page. */
export type HeldPanes = Record<SourceLanguage, RefObject<PaneHandle | null>>;

/** What writes into the panes beside the person: the formatter and the samples (SPEC 9), fetched when they are asked for. */
export function usePaneHelp(
  live: LiveSources,
  files: SourceFiles,
  config: FrameworkConfig,
  tabSize: TabSize,
) {
  const html = useRef<PaneHandle>(null);
  const css = useRef<PaneHandle>(null);
  const js = useRef<PaneHandle>(null);
  const holdPane: HeldPanes = { html, css, js };

  const order = () => ({
    texts: live.texts,
    files,
    shown: { html: html.current, css: css.current, js: js.current },
    tabWidth: columnsOf(tabSize),
  });

  /** The pane that is named, else the one with the focus, else all of them. */
  async function format(only?: SourceLanguage) {
    await fetched(texts.cannotFormat, async () => {
      const { formatPanes } = await import('../format/format-panes.ts');
      await formatPanes(order(), only);
    });
  }

  async function formatBeforeSave() {
    try {
      const { formatBeforeSave: formatAll } = await import('../format/format-panes.ts');
      await formatAll(order());
    } catch (error) {
      console.warn('The code is saved as it is: the formatter could not be loaded.', error);
    }
  }

  async function insertSample(language: SourceLanguage) {
    await fetched(texts.cannotInsertSample, async () => {
      const { sampleFor } = await import('../samples/samples.ts');
      if (live.texts[language].read() === '')
        holdPane[language].current?.replace(sampleFor(language, config), 0);
    });
  }

  return { format, formatBeforeSave, insertSample, holdPane };
}

async function fetched(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.warn(failure, error);
    toast({ title: failure, description: texts.checkConnection, tone: 'danger' });
  }
}
