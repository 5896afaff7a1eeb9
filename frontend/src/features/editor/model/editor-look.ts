/** Measures of the code, in CSS pixels where nothing else is said. */
export interface EditorLook {
  fontSize: number;
  lineHeight: number;
  paddingTop: number;
  /** Where the code begins, counted from the left edge, as CSS has it. */
  contentLeft: string;
  /** Lines have their numbers beside them. */
  numbered: boolean;
}

/** The measures that Monaco and the light editor share, so that nothing moves when one takes over from the other. */
export function editorLook(fontSize: number): EditorLook {
  return {
    fontSize,
    lineHeight: fontSize * 1.5,
    paddingTop: 8,
    // Room for three digits, as wide as the browser draws them, the fold arrow and a gap.
    contentLeft: 'calc(round(3ch, 1px) + 26px)',
    numbered: true,
  };
}

/** The measures that CodeMirror and the light editor share where people have fingers alone: room for two digits, and no fold arrow. */
export function touchLook(fontSize: number): EditorLook {
  return {
    ...editorLook(fontSize),
    contentLeft: `${Math.round(2 * 0.6 * fontSize) + 16}px`,
    numbered: false,
  };
}

/** How the person likes code to be written and shown. */
export interface CodeStyle {
  /** Columns of one step of indentation; `auto`: as the code itself has it, else two spaces. */
  tabSize: TabSize;
  /** On by default (specification: Editors). */
  wordWrap: boolean;
}
export type TabSize = 'auto' | 2 | 4 | 8;

/** The step of indentation in columns, where the code itself says nothing of it. */
export function columnsOf(tabSize: TabSize): number {
  return tabSize === 'auto' ? 2 : tabSize;
}
