import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Source } from '../source.js';
import type { Markup } from './markup.js';

type MarkupInput = Pick<Source, 'html'> & Pick<FrameworkConfig, 'htmlLanguage'>;

/** Compiles Markdown and Pug; their compilers are loaded at the first use (specification: Preview). */
export async function compileMarkup({ html, htmlLanguage }: MarkupInput): Promise<Markup> {
  switch (htmlLanguage) {
    case 'markdown':
      return (await import('./compile-markdown.js')).compileMarkdown(html);
    case 'pug':
      return (await import('./pug/compile-pug.js')).compilePug(html);
    case undefined:
      return { html, places: null, problems: [] };
  }
}

/** Characters and words that probably begin code in a template. */
const code = /[#!]\{|=(?!["'])|^[ \t]*(?:[-+]|(?:mixin|each|for|if|unless|case|while)\b)/m;

/** The shortest text that loads the same compilers as this one. */
export function smallestMarkup({ html, frameworkConfig }: Source): string {
  return frameworkConfig.htmlLanguage === 'pug' && code.test(html) ? '- 1' : '';
}
