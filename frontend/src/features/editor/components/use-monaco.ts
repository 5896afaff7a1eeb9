import { type ComponentType, useEffect, useState } from 'react';
import type { LiveSources } from '../model/live-sources.ts';
import type { MonacoEditorProps } from '../monaco/monaco-editor.tsx';

/** How far Monaco is. It is `unsuited` where only fingers point: it is poor there, and 1 MB. */
export type MonacoState =
  | { status: 'loading' | 'failed' | 'unsuited' }
  | { status: 'ready'; MonacoEditor: ComponentType<MonacoEditorProps> };

async function loadMonaco() {
  const [{ MonacoEditor }, { openModels }, { defineTheme }] = await Promise.all([
    import('../monaco/monaco-editor.tsx'),
    import('../monaco/models.ts'),
    import('../monaco/theme.ts'),
  ]);
  return { MonacoEditor, openModels, defineTheme };
}

/** Loads Monaco behind the light editors and keeps its models alike with the live texts. */
export function useMonaco(live: LiveSources, theme: 'dark' | 'light'): MonacoState {
  const [monaco, setMonaco] = useState<Awaited<ReturnType<typeof loadMonaco>> | null>(null);
  const [failed, setFailed] = useState(false);
  const [opened, setOpened] = useState(false);
  const [suited] = useState(() => matchMedia('(any-pointer: fine)').matches);

  useEffect(() => {
    if (!suited) return;
    loadMonaco().then(setMonaco, (error: unknown) => {
      console.warn('Monaco could not be loaded.', error);
      setFailed(true);
    });
  }, [suited]);

  useEffect(() => {
    if (!monaco) return;
    const close = monaco.openModels(live.texts);
    setOpened(true);
    return () => {
      setOpened(false);
      close();
    };
  }, [monaco, live]);

  useEffect(() => monaco?.defineTheme(theme), [monaco, theme]);

  if (!suited) return { status: 'unsuited' };
  if (failed) return { status: 'failed' };
  return monaco && opened ? { status: 'ready', MonacoEditor: monaco.MonacoEditor } : { status: 'loading' };
}
