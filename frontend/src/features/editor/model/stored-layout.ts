import type { SourceLanguage } from '@studio/engine/source';
import { type PreviewPlace, sizes } from './workspace-layout.ts';

/** Shares in per cent by the ids of the panels of one group. */
export type PaneSizes = Record<string, number>;

interface StoredLayout {
  preview?: PreviewPlace;
  /** By the ids of the panels that are shown together. */
  sizes?: Record<string, PaneSizes>;
}

const storageKey = 'codestudio_layout';

/** Where the preview was put last in this browser; beside the editors where it never was (SPEC 2 Layout). */
export function storedPlace(): PreviewPlace {
  return read().preview === 'below' ? 'below' : 'right';
}

export function storePlace(preview: PreviewPlace): void {
  write({ ...read(), preview });
}

/** The sizes that somebody gave these panels in this browser; undefined: the defaults. */
export function storedSizes(panels: readonly string[]): PaneSizes | undefined {
  const sizes = read().sizes?.[panels.join()];
  const isWhole = panels.every((panel) => Number.isFinite(sizes?.[panel]));
  return isWhole ? sizes : undefined;
}

export function storeSizes(sizes: PaneSizes): void {
  const stored = read();
  write({ ...stored, sizes: { ...stored.sizes, [Object.keys(sizes).join()]: sizes } });
}

/**
 * How the preview stands when a window opens: below the editors or beside them, and its share in per cent of the room that
 * it has with them.
 */
export function openingPreview(narrow: boolean): { below: boolean; share: number } {
  const below = narrow || storedPlace() === 'below';
  const [editors, preview] = splitPanels(below);
  const share = storedSizes([editors, preview])?.[preview];
  return { below, share: share ?? (below && !narrow ? sizes.below : sizes.preview) };
}

/** The ids of the panels of the editors and the preview: a share of the width says nothing about the height. */
export function splitPanels(below: boolean): [editors: string, preview: string] {
  return below ? ['editors-below', 'preview-below'] : ['editors', 'preview'];
}

/** The id of the panel of one editor, in a row or in a stack. */
export function editorPanel(language: SourceLanguage, columns: boolean): string {
  return columns ? `${language}-column` : language;
}

// By itself, without the app's storage: the early view needs it before the app is there.
function read(): StoredLayout {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** Without a storage the layout holds until the page is left. */
function write(layout: StoredLayout): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(layout));
  } catch (error) {
    console.warn('The layout cannot be stored.', error);
  }
}
