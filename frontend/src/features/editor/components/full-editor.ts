import type { Problem } from '@studio/engine/problem';
import type { ComponentType } from 'react';
import type { CodeStyle } from '../model/editor-look.ts';
import type { LiveText } from '../model/live-text.ts';
import type { Pane, SourceFile } from '../model/panes.ts';
import type { TextPosition } from '../model/text-lines.ts';

/** One full editor, Monaco or CodeMirror, as its pane deals with it. */
export interface FullEditorView {
  /** Puts caret, selection, scroll and focus where they were in the light editor. */
  resume(place: ViewState): void;
  /** Puts the caret there and the focus on it. */
  moveTo(caret: TextPosition): void;
  /** Offset of the caret in UTF-16 units. */
  caret(): number;
  /** Replaces the text in one step of the undo stack and puts the caret at an offset. */
  replace(text: string, caret: number): void;
  /** Shows all that the editor itself can do; null: it has no such list. */
  showCommands: (() => void) | null;
}

export interface FullEditorProps {
  pane: Pane;
  /** What the text is a file of. */
  file: SourceFile;
  text: LiveText;
  /** What the compilers say of all texts. */
  problems: readonly Problem[];
  /** CSS pixels. */
  fontSize: number;
  codeStyle: CodeStyle;
  /** The id of the text that tells how the keyboard gets out again. */
  describedBy: string;
  /** Where the pane has room for tools that need no key; null until that stands. */
  toolsPlace: HTMLElement | null;
  /** The keys of Vim, where the editor knows them. */
  vim: boolean;
  /** Vim's `:w`. */
  onSave: () => void;
  /** The editor stands in the page, laid out and painted, and can take the focus. */
  onReady: (view: FullEditorView) => void;
}

/** How far the full editor is; until it is ready, and where it fails, the light one serves. */
export type FullEditor =
  | { status: 'loading' | 'failed' }
  | {
      status: 'ready';
      Editor: ComponentType<FullEditorProps>;
      note: string | null;
      /** Whether it says by itself what is wrong where; else the pane does, as for the light editor. */
      explains: boolean;
    };

/** Where a person is in the text: the selection from `anchor` to `caret`, scroll in CSS pixels. */
export interface ViewState {
  focused: boolean;
  anchor: TextPosition;
  caret: TextPosition;
  scrollTop: number;
}
