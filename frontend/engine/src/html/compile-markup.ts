import type { Source } from '../source.js';
import type { Markup } from './compile-markdown.js';

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
