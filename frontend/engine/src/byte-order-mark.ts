/** The text without a byte order mark: readers of files drop it, while in a page that is written it is part of the text. */
export function stripByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
