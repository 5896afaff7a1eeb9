import type { Problem } from '@studio/engine/problem';
import type { ComponentType } from 'react';
import type { CodeStyle } from '../model/editor-look.ts';
import type { LiveText } from '../model/live-text.ts';
import type { Pane, SourceFile } from '../model/panes.ts';
import type { EditorPosition } from '../model/text-lines.ts';

/** The interface of a full editor, Monaco or CodeMirror, for its pane. */
export interface FullEditorView {
  /** Restores caret, selection, scroll position and focus from the light editor. */
  resume(place: ViewState): void;
  /** Moves caret and focus there. */
  moveTo(caret: EditorPosition): void;
  /** Offset of the caret in UTF-16 units. */
  caret(): number;
  /** Replaces the text as one undo step, and sets the caret to an offset. */
  replace(text: string, caret: number): void;
  /** Shows the editor's command list; null if it has none. */
  showCommands: (() => void) | null;
}

export interface FullEditorProps {
  pane: Pane;
  /** The text as a file. */
  file: SourceFile;
  text: LiveText;
  /** The compilers' problems of all texts. */
  problems: readonly Problem[];
  /** CSS pixels. */
  fontSize: number;
  codeStyle: CodeStyle;
  /** The id of the text that explains how to leave the editor by keyboard. */
  describedBy: string;
  /** The element for the editing tools; null until it is mounted. */
  toolsPlace: HTMLElement | null;
  /** Vim key bindings, if the editor supports them. */
  vim: boolean;
  /** Vim's `:w`. */
  onSave: () => void;
  /** Called when the editor is laid out and painted and can take the focus. */
  onReady: (view: FullEditorView) => void;
}

/** The state of the full editor; until it is ready the light one is used. */
export type FullEditor =
  | { status: 'loading'; note: string }
  | {
      status: 'ready';
      Editor: ComponentType<FullEditorProps>;
      note: string | null;
      /** Whether it shows problems itself; otherwise the pane does, as for the light editor. */
      explains: boolean;
    };

/** The view on a text: the selection from `anchor` to `caret`, scroll position in CSS pixels. */
export interface ViewState {
  focused: boolean;
  anchor: EditorPosition;
  caret: EditorPosition;
  scrollTop: number;
}
