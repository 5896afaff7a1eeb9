import type { SourceLanguage } from '@studio/engine/source';
import type { Compose } from './compose.ts';
import type { AssetUse } from './delete-question.ts';

/** The open project, as the library deals with it. */
export interface WritingDesk {
  /** The pane that had the focus last; null before any had it. */
  lastFocused(): SourceLanguage | null;
  /** Writes into a pane in one step that can be undone. */
  insert(language: SourceLanguage, compose: Compose): void;
  /** The open project, if its code as it stands names the asset; it may not be saved yet. */
  useOf(assetId: string): AssetUse | null;
}
