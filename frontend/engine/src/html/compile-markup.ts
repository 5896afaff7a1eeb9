import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Source } from '../source.js';
import type { Markup } from './markup.js';

type MarkupInput = Pick<Source, 'html'> & Pick<FrameworkConfig, 'htmlLanguage'>;

/** Compiles Markdown and Pug, whose compilers are loaded when they are first needed (specification: Preview). */
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

/** What a template most probably runs: signs that stand before code, and words that begin it. */
const code = /[#!]\{|=(?!["'])|^[ \t]*(?:[-+]|(?:mixin|each|for|if|unless|case|while)\b)/m;

/** The shortest text for which all is loaded that this one is compiled with. */
export function smallestMarkup({ html, frameworkConfig }: Source): string {
  return frameworkConfig.htmlLanguage === 'pug' && code.test(html) ? '- 1' : '';
}
