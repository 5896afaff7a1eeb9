import type { SourceLanguage } from '@studio/engine/source';
import { type RefObject, useRef } from 'react';
import { toast } from '@/ui/toast.ts';
import type { LiveSources } from '../model/live-sources.ts';
import type { SourceFiles } from '../model/source-files.ts';
import type { PaneHandle } from './editor-pane.tsx';

/** Formatting on demand (SPEC 9): the pane that is named, else the one with the focus, else all of them. */
export function useFormat(live: LiveSources, files: SourceFiles) {
  const html = useRef<PaneHandle>(null);
  const css = useRef<PaneHandle>(null);
  const js = useRef<PaneHandle>(null);
  const holdPane: Record<SourceLanguage, RefObject<PaneHandle | null>> = { html, css, js };

  async function format(only?: SourceLanguage) {
    const shown = { html: html.current, css: css.current, js: js.current };
    try {
      const { formatPanes } = await import('../format/format-panes.ts');
      await formatPanes({ texts: live.texts, files, shown, only });
    } catch (error) {
      console.warn('The formatter could not be loaded.', error);
      toast({ title: 'Cannot format', description: 'Check your connection.', tone: 'danger' });
    }
  }

  return { format, holdPane };
}
