/** Measures of the code, in CSS pixels. */
export interface EditorLook {
  fontSize: number;
  lineHeight: number;
  paddingTop: number;
  /** Where the code begins, counted from the left edge. */
  contentLeft: number;
}

/** The measures that Monaco and the light editor share, so that nothing moves when one takes over from the other. */
export function editorLook(fontSize: number): EditorLook {
  return {
    fontSize,
    lineHeight: fontSize * 1.5,
    paddingTop: 8,
    // Room for three digits (JetBrains Mono is 0.6 em wide), the fold arrow and a gap.
    contentLeft: Math.round(3 * 0.6 * fontSize) + 26,
  };
}

/** The measures that CodeMirror and the light editor share where people have fingers alone: room for two digits, and no fold arrow. */
export function touchLook(fontSize: number): EditorLook {
  return { ...editorLook(fontSize), contentLeft: Math.round(2 * 0.6 * fontSize) + 16 };
}
