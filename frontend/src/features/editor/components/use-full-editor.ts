import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Problem } from '@studio/engine/problem';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { fetchUntilThere } from '@/lib/fetch-until-there.ts';
import { onFirstInput } from '@/lib/time.ts';
import type { TabSize } from '../model/editor-look.ts';
import type { LiveSources } from '../model/live-text.ts';
import { sourceFiles } from '../model/panes.ts';
import type { Monaco } from '../monaco/monaco.ts';
import * as texts from '../texts.ts';
import type { FullEditor, FullEditorProps } from './full-editor.ts';

interface MonacoOptions {
  live: LiveSources;
  theme: 'dark' | 'light';
  tabSize: TabSize;
  problems: readonly Problem[];
  frameworkConfig: FrameworkConfig;
  /** It may be loaded now: nothing more important waits for the network. */
  wanted: boolean;
}

/** Loads Monaco once it is `wanted`, synchronizes its models with the live texts, and marks problems. */
export function useMonaco(surroundings: MonacoOptions): FullEditor {
  const { live, theme, tabSize, problems, frameworkConfig, wanted } = surroundings;
  const [monaco, setMonaco] = useState<Monaco | null>(null);
  const [note, setNote] = useState(texts.loadingEditor);

  const presentFiles = useEffectEvent(() => sourceFiles(frameworkConfig));

  useEffect(() => {
    if (!wanted) return;
    let left = false;
    let end = () => {};
    async function load() {
      const { monaco: loaded } = await fetchEditor(() => import('../monaco/monaco.ts'), setNote);
      if (left) return;
      loaded.openModels(live.texts, presentFiles());
      const endNote = loaded.followTab(setNote);
      end = () => {
        endNote();
        loaded.closeModels();
      };
      setMonaco(loaded);
    }
    // The page around it is drawn first.
    const frame = requestAnimationFrame(() => void load());
    return () => {
      left = true;
      cancelAnimationFrame(frame);
      end();
    };
  }, [wanted, live]);

  useEffect(() => {
    monaco?.openModels(live.texts, sourceFiles(frameworkConfig));
    void monaco?.configureLanguages(frameworkConfig);
  }, [monaco, live, frameworkConfig]);
  useEffect(() => monaco?.defineTheme(theme), [monaco, theme]);
  useEffect(() => monaco?.setTabSize(tabSize), [monaco, tabSize]);
  useEffect(() => monaco?.markProblems(problems), [monaco, problems]);

  if (!monaco) return { status: 'loading', note };
  return { status: 'ready', Editor: monaco.MonacoEditor, note, explains: true };
}

/** Loads CodeMirror behind the light editors once it is `wanted`. */
export function useCodeMirror(wanted: boolean): FullEditor {
  const [Editor, setEditor] = useState<ComponentType<FullEditorProps> | null>(null);
  const [note, setNote] = useState(texts.loadingEditor);

  useEffect(() => {
    if (!wanted) return;
    async function load() {
      const { CodeMirrorEditor } = await fetchEditor(
        () => import('../codemirror/code-mirror-editor.tsx'),
        setNote,
      );
      setEditor(() => CodeMirrorEditor);
    }
    // The page around it is drawn first.
    const frame = requestAnimationFrame(() => void load());
    return () => cancelAnimationFrame(frame);
  }, [wanted]);

  if (Editor) return { status: 'ready', Editor, note: null, explains: false };
  return { status: 'loading', note };
}

/** Fetches an editor until it is there, with a note where it could not be loaded at first. */
function fetchEditor<T>(load: () => Promise<T>, onNote: (note: string) => void): Promise<T> {
  return fetchUntilThere(() =>
    load().catch((error: unknown) => {
      onNote(texts.editorNotLoaded);
      throw error;
    }),
  );
}

/** In ms: so long after the first input the full editor is loaded even if the user has not turned to an editor. */
const maxWaitMs = 3_000;

/** True once `happened` was true, or three seconds after the first input: nothing is loaded for who only looks. */
export function useOnceOrLate(happened: boolean): boolean {
  const [wanted, setWanted] = useState(happened);
  if (happened && !wanted) setWanted(true);
  useEffect(() => onFirstInput(() => setTimeout(setWanted, maxWaitMs, true)), []);
  return wanted;
}
