import type { Source } from '../source.js';
import type { TextPosition } from '../text-position.js';

/** From an offset of the HTML on, where it was written in the pane. */
export interface MarkupPlace extends TextPosition {
  offset: number;
}

/** The HTML pane as HTML, whatever it is written in. */
export interface Markup {
  html: string;
  /** By offset; null: it is the text of the pane itself. */
  places: readonly MarkupPlace[] | null;
}

type MarkupInput = Pick<Source, 'html'> & Pick<Source['frameworkConfig'], 'htmlLanguage'>;

/** Compiles Markdown, whose compiler is loaded when it is first needed (specification: Preview). */
export async function compileMarkup({ html, htmlLanguage }: MarkupInput): Promise<Markup> {
  switch (htmlLanguage) {
    case 'markdown':
      return (await import('./compile-markdown.js')).compileMarkdown(html);
    case undefined:
      return { html, places: null };
  }
}
