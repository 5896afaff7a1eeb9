/** Page → worker: one text, named as the file that it is; `caret` is an offset in UTF-16 units, `tabWidth` in columns. */
export interface FormatRequest {
  number: number;
  fileName: string;
  text: string;
  caret: number;
  tabWidth: number;
}

/** The text in good order and where the caret is in it, or why it cannot be read; lines and columns count from 1. */
export type Formatted =
  | { ok: true; text: string; caret: number }
  | { ok: false; message: string; line: number | null; column: number | null };

/** Worker → page. */
export interface FormatAnswer {
  number: number;
  formatted: Formatted;
}
