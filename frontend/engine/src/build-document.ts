import type { Source } from './source.js';

/** A project as one page, ready to be written into a frame. */
export interface BuiltDocument {
  html: string;
  /** The compiled styles on their own: when nothing else changed they are replaced in place. */
  css: string;
}

/** Turns a project into a document. */
export function buildDocument(source: Source): BuiltDocument {
  return { html: `${source.html}<style>${source.css}</style><script>${source.js}</script>`, css: source.css };
}
