import type { editor } from 'monaco-editor/editor';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { classes } from '@/ui/classes.ts';
import { editorLook, touchLook } from '../model/editor-look.ts';
import { lineCount } from '../model/line-count.ts';
import type { LiveText } from '../model/live-text.ts';
import type { Pane } from '../model/panes.ts';
import type { TextPosition } from '../model/text-position.ts';
import { LightEditor, type LightEditorHandle, type Place } from './light-editor.tsx';
import { PaneHeader } from './pane-header.tsx';
import type { MonacoState } from './use-monaco.ts';
import './editor-pane.css';

interface EditorPaneProps {
  pane: Pane;
  text: LiveText;
  monaco: MonacoState;
  /** CSS pixels. */
  fontSize: number;
  /** The id of the text that tells how Tab gets out of Monaco. */
  keyboardNote: string;
  maximized: boolean;
  onMaximize: (maximized: boolean) => void;
  /** Where the caret is wanted; null: where it is. */
  caret: TextPosition | null;
  /** The caret is there. */
  onCaretMoved: () => void;
}

/** One source with its header. The light editor shows until Monaco can take over where the person is. */
export function EditorPane(props: EditorPaneProps) {
  const { pane, text, monaco, fontSize, keyboardNote, maximized, onMaximize, caret, onCaretMoved } = props;
  const light = useRef<LightEditorHandle>(null);
  const full = useRef<editor.IStandaloneCodeEditor>(null);
  const [handedOver, setHandedOver] = useState(false);
  const lines = useSyncExternalStore(text.subscribe, () => lineCount(text.read()));
  const look = monaco.status === 'unsuited' ? touchLook(fontSize) : editorLook(fontSize);
  const served = monaco.status === 'ready';

  useEffect(() => {
    // Between the two editors it waits for the one to come.
    if (!caret || (served && !handedOver)) return;
    if (full.current) moveTo(full.current, caret);
    else light.current?.moveTo(caret);
    onCaretMoved();
  }, [caret, served, handedOver, onCaretMoved]);

  function handOver(mounted: editor.IStandaloneCodeEditor) {
    light.current?.whenComposed(() => {
      const place = light.current?.place();
      // Out of React's effect, but before the next key can arrive.
      queueMicrotask(() => {
        full.current = mounted;
        flushSync(() => setHandedOver(true));
        if (place && !caret) resume(mounted, place);
      });
    });
  }

  return (
    <section
      aria-label={pane.label}
      className={classes('flex h-full min-h-0 flex-col bg-ground', maximized && 'maximized')}
    >
      <PaneHeader pane={pane} lines={lines} maximized={maximized} onMaximize={onMaximize} />
      <div className="relative min-h-0 flex-1">
        {served && (
          <div className={classes('absolute inset-0', !handedOver && 'invisible')}>
            <monaco.MonacoEditor
              pane={pane}
              fontSize={fontSize}
              describedBy={keyboardNote}
              onReady={handOver}
            />
          </div>
        )}
        {!(served && handedOver) && <LightEditor ref={light} pane={pane} text={text} look={look} />}
      </div>
    </section>
  );
}

/** Puts caret, selection, scroll and focus where they were in the light editor. */
function resume(mounted: editor.IStandaloneCodeEditor, place: Place): void {
  mounted.setSelection({
    selectionStartLineNumber: place.anchor.lineNumber,
    selectionStartColumn: place.anchor.column,
    positionLineNumber: place.caret.lineNumber,
    positionColumn: place.caret.column,
  });
  mounted.setScrollTop(place.scrollTop);
  if (place.focused) mounted.focus();
}

function moveTo(mounted: editor.IStandaloneCodeEditor, caret: TextPosition): void {
  mounted.setPosition(caret);
  mounted.revealPositionInCenterIfOutsideViewport(caret);
  mounted.focus();
}
