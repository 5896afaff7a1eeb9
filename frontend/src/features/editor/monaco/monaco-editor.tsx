import { Editor } from '@monaco-editor/react';
import type { editor } from 'monaco-editor/editor';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { toast } from '@/ui/toast/toast.ts';
import type { FullEditorProps } from '../components/full-editor.ts';
import { editorLook } from '../model/editor-look.ts';
import { modelPath } from './models.ts';
import { afterFirstColors, renewColorSwatches, themeName } from './monaco-colors.ts';
import { keepTopLine, viewOf } from './monaco-view.ts';
import './setup.ts';
import './monaco-editor.css';
import * as texts from '../full-editor-texts.ts';

const fixedOptions: editor.IStandaloneEditorConstructionOptions = {
  // The defaults (specification: Editors).
  minimap: { enabled: false },
  // One way of input in all browsers: only Chromium knows the other.
  editContext: false,
  // The panes clip what they hold; menus and suggestions have to reach beyond.
  fixedOverflowWidgets: true,
  scrollBeyondLastLine: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  glyphMargin: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 10,
  scrollbar: { horizontalScrollbarSize: 10, verticalScrollbarSize: 10, useShadows: false },
  renderLineHighlightOnlyWhenFocus: true,
  renderFinalNewline: 'on',
  stickyScroll: { enabled: false },
  find: { addExtraSpaceOnTop: false },
  // Code is kept to the byte: Monaco would ask whether to take these out.
  unusualLineTerminators: 'off',
  // Text in other scripts than Latin is no mistake.
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
};

/** Monaco on the model of one source, with its accessible name (specification: Accessibility). */
export function MonacoEditor(props: FullEditorProps) {
  const { pane, fontSize, describedBy, vim, onSave, onReady } = props;
  const { wordWrap } = props.codeStyle;
  const [mounted, setMounted] = useState<editor.IStandaloneCodeEditor | null>(null);
  const status = useVim(vim, mounted, onSave);
  const options = useMemo(() => {
    const look = editorLook(fontSize);
    return {
      ...fixedOptions,
      ariaLabel: pane.name,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
      fontSize: look.fontSize,
      lineHeight: look.lineHeight,
      wordWrap: wordWrap ? ('on' as const) : ('off' as const),
      padding: { top: look.paddingTop, bottom: look.paddingTop },
    };
  }, [pane, fontSize, wordWrap]);

  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1">
        <Editor
          path={modelPath(pane.language)}
          keepCurrentModel
          theme={themeName}
          options={options}
          loading={null}
          onMount={(created) => {
            created.getDomNode()?.querySelector('textarea')?.setAttribute('aria-describedby', describedBy);
            setMounted(created);
            keepTopLine(created);
            renewColorSwatches(created);
            void afterFirstColors(created).then(() => onReady(viewOf(created)));
          }}
        />
      </div>
      {vim && <div ref={status} role="group" aria-label={`Vim, ${pane.name}`} className="vim-status" />}
    </div>
  );
}

/** Starts and ends Vim with the setting; the answer holds its status line. */
function useVim(on: boolean, mounted: editor.IStandaloneCodeEditor | null, onSave: () => void) {
  const status = useRef<HTMLDivElement>(null);
  const save = useEffectEvent(onSave);
  useEffect(() => {
    if (!on || !mounted) return;
    let ended = false;
    let end = () => {};
    async function start(editorShown: editor.IStandaloneCodeEditor) {
      const { startVim } = await import('../vim/start-vim.ts');
      if (!ended && status.current) end = startVim(editorShown, status.current, () => save());
    }
    start(mounted).catch((error: unknown) => {
      console.warn('The keys of Vim could not be loaded.', error);
      toast({ title: texts.vimNotLoaded, description: texts.checkConnection, tone: 'danger' });
    });
    return () => {
      ended = true;
      end();
    };
  }, [on, mounted]);
  return status;
}
