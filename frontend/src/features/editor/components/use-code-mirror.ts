import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '@/ui/when-idle.ts';
import type { FullEditor, FullEditorProps } from './full-editor.ts';

/** Loads CodeMirror behind the light editors once it is `wanted`. */
export function useCodeMirror(wanted: boolean): FullEditor {
  const [Editor, setEditor] = useState<ComponentType<FullEditorProps> | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!wanted) return;
    let left = false;
    async function load() {
      try {
        const { CodeMirrorEditor } = await import('../codemirror/code-mirror-editor.tsx');
        if (!left) setEditor(() => CodeMirrorEditor);
      } catch (error) {
        console.warn('CodeMirror could not be loaded.', error);
        setFailed(true);
      }
    }
    const cancel = whenIdle(() => void load());
    return () => {
      left = true;
      cancel();
    };
  }, [wanted]);

  if (Editor) return { status: 'ready', Editor, note: null, explains: false };
  return { status: failed ? 'failed' : 'loading' };
}
