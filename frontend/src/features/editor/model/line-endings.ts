/** A text box shows every line ending as `\n`. */
export function withPlainEndings(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Gives a text from a text box the line endings that the code had before. */
export function withEndingsOf(text: string, code: string): string {
  return code.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}
