import type { SourceLanguage } from '@studio/engine/source';
import type { EarlyEdit } from '@/lib/startup-handover.ts';
import type { Layout, sizes } from '../model/workspace-layout.ts';

/** The panels at the bottom, of which one is open at a time (specification: Layout). */
export type BottomPanel = keyof typeof sizes.bottom;

/** A place in one of the sources. Line and column count from 1. */
interface SourcePlace {
  language: SourceLanguage;
  line: number;
  column: number;
}

/** How the bars around the editors stand, and what their buttons do. */
export interface EditorControls {
  layout: Layout;
  /** One editor shows instead of the stack. */
  small: boolean;
  /** The bottom panel stands in the place of editors and preview. */
  covered: boolean;
  bottom: BottomPanel | null;
  maximized: SourceLanguage | null;
  setLayout(layout: Layout): void;
  toggleBottom(panel: BottomPanel): void;
  setMaximized(language: SourceLanguage | null): void;
  /** Shows the preview, which then runs as it comes, or runs it anew where it is on show. */
  run(): void;
  format(): Promise<void>;
  /** All texts, without a word on those that cannot be read, and for five seconds at most: a save waits for it. */
  formatBeforeSave(): Promise<void>;
  insertSample(language: SourceLanguage): Promise<void>;
  /** Shows all that the editor in use can do by itself; null: it has no such list. */
  showEditorCommands: (() => void) | null;
}

/** What the page around the editors can ask of them. */
export interface EditorHandle {
  controls(): EditorControls;
  /** Shows the pane and puts the caret there, with the focus. */
  reveal(place: SourcePlace): void;
  /** Goes on with what somebody has done before the editors were there. */
  takeOver(edit: EarlyEdit): void;
  /** The pane that had the focus last; null before any had it. */
  lastFocused(): SourceLanguage | null;
  /** Writes into a pane, brought into sight for it, in one step that can be undone; the caret stands behind it, with the focus. */
  insert(language: SourceLanguage, compose: Compose): void;
}

/** A text and the offset it goes to, in UTF-16 units. */
export interface Insertion {
  at: number;
  text: string;
}

/** Decides what is written into a text and where. The caret is null where nobody has put it anywhere yet. */
export type Compose = (text: string, caret: number | null) => Insertion;
