import { Editor } from '@monaco-editor/react';
import type { editor } from 'monaco-editor/editor';
import { useMemo } from 'react';
import { editorLook } from '../model/editor-look.ts';
import type { Pane } from '../model/panes.ts';
import { modelPath } from './models.ts';
import './setup.ts';
import './monaco-editor.css';
import { themeName } from './theme.ts';

export interface MonacoEditorProps {
  pane: Pane;
  /** CSS pixels. */
  fontSize: number;
  /** The id of the text that tells how the keyboard gets out again. */
  describedBy: string;
  /** The editor stands in the page, laid out and painted, and can take the focus. */
  onReady: (editor: editor.IStandaloneCodeEditor) => void;
}

const fixedOptions: editor.IStandaloneEditorConstructionOptions = {
  // SPEC 9 Editor defaults: word wrap on, minimap off.
  wordWrap: 'on',
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

/** Monaco on the model of one source, named as CONTRACT 4 says. */
export function MonacoEditor({ pane, fontSize, describedBy, onReady }: MonacoEditorProps) {
  const options = useMemo(() => {
    const look = editorLook(fontSize);
    return {
      ...fixedOptions,
      ariaLabel: pane.name,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
      fontSize: look.fontSize,
      lineHeight: look.lineHeight,
      padding: { top: look.paddingTop, bottom: look.paddingTop },
    };
  }, [pane, fontSize]);

  return (
    <Editor
      path={modelPath(pane.language)}
      keepCurrentModel
      theme={themeName}
      options={options}
      loading={null}
      onMount={(mounted) => {
        mounted.getDomNode()?.querySelector('textarea')?.setAttribute('aria-describedby', describedBy);
        onReady(mounted);
      }}
    />
  );
}
