import type { SourceLanguage } from '@studio/engine/source';
import { type Pane, panes } from './panes.ts';

export type PreviewPlace = 'right' | 'below';

/** The layout as set in the top bar. */
export interface Layout {
  html: boolean;
  css: boolean;
  js: boolean;
  preview: boolean;
  /** The chosen place of the preview, see `isPreviewBelow`. */
  place: PreviewPlace;
  /** The pane in use: the only editor shown if there is no room for the stack. */
  single: SourceLanguage;
}

/** All on, the preview beside the editors (specification: Top bar). (The console is a bottom panel.) */
export const initialLayout: Layout = {
  html: true,
  css: true,
  js: true,
  preview: true,
  place: 'right',
  single: 'html',
};

/** Default sizes and minimums in per cent; that of bottom panels in CSS pixels, where it is more (specification: Layout). */
export const sizes = {
  editors: 60,
  preview: 40,
  /** For a preview below editors that are side by side. */
  below: 50,
  bottom: { assets: 40, console: 30, settings: 20 },
  bottomNarrow: { assets: 50, console: 40, settings: 40 },
  bottomMinimum: 160,
  minimum: 20,
  groupMinimum: 30,
} as const;

/** Below this width in CSS pixels one editor is shown instead of the stack (specification: Layout). */
export const narrowBelow = 768;

/** Below this height in CSS pixels there is no room for a stack, nor for a bottom panel under it. */
export const lowBelow = 400;

/** From this height on, in CSS pixels, the minimum in per cent is more than `bottomMinimum`. */
export const tallFrom = 920;

/** A low window has no room for one below the other, a narrow one none for one beside the other. */
export function isPreviewBelow(place: PreviewPlace, narrow: boolean, low: boolean): boolean {
  return !low && (narrow || place === 'below');
}

/** Whether an editor is shown; `small`: the window is narrow or low. */
export function isShown(layout: Layout, language: SourceLanguage, small: boolean): boolean {
  return small ? layout.single === language : layout[language];
}

/** The layout after a click on a language: toggles it in the stack, or selects it where only one editor fits. */
export function pressLanguage(layout: Layout, language: SourceLanguage, small: boolean): Layout {
  return small ? { ...layout, single: language } : { ...layout, [language]: !layout[language] };
}

/** The shown panes, from top to bottom. */
export function shownPanes(layout: Layout, small: boolean): Pane[] {
  return panes.filter((pane) => isShown(layout, pane.language, small));
}

/** The sizes of the shown panes: their shares, scaled to 100 % (specification: Layout). */
export function paneSizes(shown: readonly Pane[]): Partial<Record<SourceLanguage, string>> {
  const total = shown.reduce((sum, pane) => sum + pane.share, 0);
  return Object.fromEntries(shown.map((pane) => [pane.language, `${(pane.share / total) * 100}%`]));
}

/** Shares in per cent by the panel ids of one group. */
export type PaneSizes = Record<string, number>;

interface StoredLayout {
  preview?: PreviewPlace;
  /** By the joined ids of the panels that are shown together. */
  sizes?: Record<string, PaneSizes>;
}

const storageKey = 'codestudio_layout';

/** The preview's place stored in this browser; by default beside the editors (specification: Layout). */
export function storedPlace(): PreviewPlace {
  return read().preview === 'below' ? 'below' : 'right';
}

export function storePlace(preview: PreviewPlace): void {
  write({ ...read(), preview });
}

/** The stored sizes of these panels in this browser; undefined: the defaults. */
export function storedSizes(panels: readonly string[]): PaneSizes | undefined {
  const sizes = read().sizes?.[panels.join()];
  const isWhole = panels.every((panel) => Number.isFinite(sizes?.[panel]));
  return isWhole ? sizes : undefined;
}

export function storeSizes(sizes: PaneSizes): void {
  const stored = read();
  write({ ...stored, sizes: { ...stored.sizes, [Object.keys(sizes).join()]: sizes } });
}

interface OpeningLayout {
  narrow: boolean;
  /** There is room for one editor only. */
  small: boolean;
  /** The preview is below the editors, else beside them. */
  below: boolean;
  /** The preview's share of their common space in per cent. */
  share: number;
}

/** The layout in which the window opens. */
export function openingLayout(): OpeningLayout {
  const narrow = innerWidth < narrowBelow;
  const low = innerHeight < lowBelow;
  const below = isPreviewBelow(storedPlace(), narrow, low);
  const [editors, preview] = splitPanels(below);
  const share = storedSizes([editors, preview])?.[preview];
  return {
    narrow,
    small: narrow || low,
    below,
    share: share ?? (below && !narrow ? sizes.below : sizes.preview),
  };
}

/** The panel ids of the editors and the preview; different for both places, since widths do not apply to heights. */
export function splitPanels(below: boolean): [editors: string, preview: string] {
  return below ? ['editors-below', 'preview-below'] : ['editors', 'preview'];
}

/** The id of the panel of one editor, in a row or in a stack. */
export function editorPanel(language: SourceLanguage, columns: boolean): string {
  return columns ? `${language}-column` : language;
}

// Does not use the app's storage module, since the early view needs it before the app is loaded.
function read(): StoredLayout {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** If storing fails, the layout lasts until the page is left. */
function write(layout: StoredLayout): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(layout));
  } catch (error) {
    console.warn('The layout cannot be stored.', error);
  }
}
