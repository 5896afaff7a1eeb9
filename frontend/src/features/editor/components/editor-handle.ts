import type { SourceLanguage } from '@studio/engine/source';
import type { EarlyEdit } from '@/lib/startup-handover.ts';
import type { FindInsertion } from '@/lib/text-insertion.ts';
import type { Layout, sizes } from '../model/workspace-layout.ts';
import type { PaneHandle } from './editor-pane.tsx';

/** The panels at the bottom; one is open at a time (specification: Layout). */
export type BottomPanel = keyof typeof sizes.bottom;

/** A place in one of the sources. Line and column count from 1. */
interface SourcePlace {
  language: SourceLanguage;
  line: number;
  column: number;
}

/** The state of the bars around the editors, and the actions of their buttons. */
export interface EditorControls {
  layout: Layout;
  /** One editor is shown instead of the stack. */
  small: boolean;
  /** The bottom panel replaces editors and preview. */
  covered: boolean;
  bottom: BottomPanel | null;
  maximized: SourceLanguage | null;
  setLayout(layout: Layout): void;
  toggleBottom(panel: BottomPanel): void;
  setMaximized(language: SourceLanguage | null): void;
  /** Runs the preview again, and shows it; one that was switched off runs by itself then. */
  run(): void;
  format(): Promise<void>;
  /** Formats all texts, without messages on syntax errors, for at most five seconds, because a save waits for it. */
  formatBeforeSave(): Promise<void>;
  insertSample(language: SourceLanguage): Promise<void>;
}

/** The editors' methods for the page around them. */
export interface EditorHandle {
  controls(): EditorControls;
  /** A pane; null while it is not shown. */
  pane(language: SourceLanguage): PaneHandle | null;
  /** Shows the pane and moves caret and focus there. */
  reveal(place: SourcePlace): void;
  /** Takes over text and caret from before the editors were loaded. */
  takeOver(edit: EarlyEdit): void;
  /** The pane that last had the focus; null if none had it. */
  lastFocused(): SourceLanguage | null;
  /** Shows a pane and writes into it as one undo step; caret and focus move behind the new text. */
  insert(language: SourceLanguage, findInsertion: FindInsertion): void;
}
