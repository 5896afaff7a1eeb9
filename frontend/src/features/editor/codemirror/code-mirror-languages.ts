import { css, cssLanguage } from '@codemirror/lang-css';
import { html, htmlLanguage } from '@codemirror/lang-html';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { HighlightStyle, type Language, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { type Tag, tags } from '@lezer/highlight';
import { fetchUntilThere } from '@/lib/fetch-until-there.ts';
import { cssSnippets, htmlSnippets, scriptSnippets } from '../snippets/snippets.ts';
import { offerIn } from './snippet-list.ts';

/** The grammar for each file extension. HTML includes styles and scripts; rarely used grammars are loaded on demand. */
const languages: Record<string, () => Extension | Promise<Extension>> = {
  html: () => [html(), styleSheetColors(cssLanguage)],
  css: () => [css(), styleSheetColors(cssLanguage)],
  async scss() {
    const { sass, sassLanguage } = await import('@codemirror/lang-sass');
    return [sass(), styleSheetColors(sassLanguage), offerIn(sassLanguage, cssSnippets)];
  },
  async less() {
    const { less, lessLanguage } = await import('@codemirror/lang-less');
    return [less(), styleSheetColors(lessLanguage), offerIn(lessLanguage, cssSnippets)];
  },
  async md() {
    const { markdown } = await import('@codemirror/lang-markdown');
    return [markdown(), styleSheetColors(cssLanguage)];
  },
  js: () => javascript(),
  jsx: () => javascript({ jsx: true }),
  ts: () => javascript({ typescript: true }),
  tsx: () => javascript({ jsx: true, typescript: true }),
  async vue() {
    const { vue } = await import('@codemirror/lang-vue');
    return [vue(), styleSheetColors(cssLanguage)];
  },
};

/** The grammar, colours and snippets of a file, by its extension. */
export async function languageOf(name: string): Promise<Extension> {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const grammar = await fetchUntilThere(async () => languages[ending]?.());
  return [codeColors, snippets, grammar ?? []];
}

const snippets: Extension = [
  offerIn(htmlLanguage, htmlSnippets),
  offerIn(cssLanguage, cssSnippets),
  offerIn(javascriptLanguage, scriptSnippets),
];

/** Code is coloured with the design tokens (styles/tokens.css), like Monaco's theme. */
const paint = (name: string, ...painted: Tag[]) => ({ tag: painted, color: `var(--color-${name})` });

const codeColors: Extension = syntaxHighlighting(
  HighlightStyle.define([
    paint('faint', tags.comment),
    paint('muted', tags.punctuation, tags.operator, tags.meta),
    paint('ink', tags.deleted, tags.inserted),
    paint('syntax-tag', tags.tagName, tags.typeName, tags.className, tags.namespace),
    paint('syntax-name', tags.attributeName),
    paint('syntax-string', tags.string, tags.attributeValue, tags.special(tags.string)),
    paint('syntax-number', tags.number, tags.unit, tags.color, tags.regexp, tags.escape),
    paint('syntax-keyword', tags.keyword, tags.bool, tags.null, tags.self, tags.atom),
    { tag: tags.invalid, color: 'var(--color-danger)' },
  ]),
);

/** Colours for style sheets only, where properties are names and keywords are values. */
function styleSheetColors(language: Language): Extension {
  return syntaxHighlighting(
    HighlightStyle.define(
      [
        paint('syntax-name', tags.propertyName, tags.variableName),
        paint('syntax-string', tags.atom),
        paint('syntax-tag', tags.labelName, tags.className, tags.constant(tags.className)),
      ],
      { scope: language },
    ),
  );
}
