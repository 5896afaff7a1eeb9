/**
 * Measures shared by the light editor and Monaco, so that nothing moves when one takes over from the other.
 * CSS pixels, for a font size in CSS pixels.
 */
export function editorLook(fontSize: number) {
  return {
    fontSize,
    lineHeight: fontSize * 1.5,
    paddingTop: 8,
    /** Room for three digits (JetBrains Mono is 0.6 em wide), the fold arrow and a gap. */
    contentLeft: Math.round(3 * 0.6 * fontSize) + 26,
  };
}
