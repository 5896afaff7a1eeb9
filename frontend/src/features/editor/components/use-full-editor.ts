import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Problem } from '@studio/engine/problem';
import { useEffect, useEffectEvent, useState } from 'react';
import { whenIdle } from '@/ui/when-idle.ts';
import type { TabSize } from '../model/code-style.ts';
import type { LiveSources } from '../model/live-sources.ts';
import { sourceFiles } from '../model/source-files.ts';
import type { Monaco } from '../monaco/monaco.ts';
import type { FullEditor } from './full-editor.ts';

interface MonacoSurroundings {
  live: LiveSources;
  theme: 'dark' | 'light';
  tabSize: TabSize;
  problems: readonly Problem[];
  frameworkConfig: FrameworkConfig;
  /** It may come now: nothing that matters more is waiting for the network. */
  wanted: boolean;
}

/** Loads Monaco behind the light editors once it is `wanted`, keeps its models alike with the live texts and marks the problems in them. */
export function useMonaco(surroundings: MonacoSurroundings): FullEditor {
  const { live, theme, tabSize, problems, frameworkConfig, wanted } = surroundings;
  const [monaco, setMonaco] = useState<Monaco | null>(null);
  const [failed, setFailed] = useState(false);
  const [note, setNote] = useState('');

  const presentFiles = useEffectEvent(() => sourceFiles(frameworkConfig));

  useEffect(() => {
    if (!wanted) return;
    let left = false;
    let end = () => {};
    async function load() {
      try {
        const { monaco: loaded } = await import('../monaco/monaco.ts');
        if (left) return;
        loaded.openModels(live.texts, presentFiles());
        const endNote = loaded.followTab(setNote);
        end = () => {
          endNote();
          loaded.closeModels();
        };
        setMonaco(loaded);
      } catch (error) {
        console.warn('Monaco could not be loaded.', error);
        setFailed(true);
      }
    }
    const cancel = whenIdle(() => void load());
    return () => {
      left = true;
      cancel();
      end();
    };
  }, [wanted, live]);

  useEffect(() => {
    monaco?.openModels(live.texts, sourceFiles(frameworkConfig));
    void monaco?.teachLanguages(frameworkConfig);
  }, [monaco, live, frameworkConfig]);
  useEffect(() => monaco?.defineTheme(theme), [monaco, theme]);
  useEffect(() => monaco?.setTabSize(tabSize), [monaco, tabSize]);
  useEffect(() => monaco?.markProblems(problems), [monaco, problems]);

  if (failed) return { status: 'failed' };
  if (!monaco) return { status: 'loading' };
  return { status: 'ready', Editor: monaco.MonacoEditor, note, explains: true };
}
