/** Sizes of the code, in CSS pixels unless stated otherwise. */
export interface EditorLook {
  fontSize: number;
  lineHeight: number;
  paddingTop: number;
  /** The distance of the code from the left edge, as a CSS length. */
  contentLeft: string;
  /** Lines have numbers. */
  numbered: boolean;
}

/** The sizes that Monaco and the light editor share, so that nothing moves when Monaco replaces it. */
export function editorLook(fontSize: number): EditorLook {
  return {
    fontSize,
    lineHeight: fontSize * 1.5,
    paddingTop: 8,
    // Space for three digits in the browser's width, the fold arrow and a gap.
    contentLeft: 'calc(round(3ch, 1px) + 26px)',
    numbered: true,
  };
}

/** The sizes that CodeMirror and the light editor share on touch devices: space for two digits, no fold arrow. */
export function touchLook(fontSize: number): EditorLook {
  return {
    ...editorLook(fontSize),
    contentLeft: `${Math.round(2 * 0.6 * fontSize) + 16}px`,
    numbered: false,
  };
}

/** The user's settings for writing and showing code. */
export interface CodeStyle {
  /** The indentation step in columns; `auto`: as in the code, else two spaces. */
  tabSize: TabSize;
  /** On by default (specification: Editors). */
  wordWrap: boolean;
}
export type TabSize = 'auto' | 2 | 4 | 8;

/** The indentation step in columns, if the code itself has none. */
export function columnsOf(tabSize: TabSize): number {
  return tabSize === 'auto' ? 2 : tabSize;
}
