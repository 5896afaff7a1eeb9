import type { Grammar, Language, Rule } from './grammar.ts';

const tag: readonly Rule[] = [
  [/(?<=<\/?)[\w:-]+/y, 'tag'],
  [/"[^"\n]*"|'[^'\n]*'/y, 'attribute.value'],
  [/[\w-]+/y, 'attribute.name'],
  [/=/y, 'delimiter'],
  [/\s+/y, null],
];

/** The start tag of an element that holds code. */
function codeTag(name: 'script' | 'style', language: Language | 'text'): readonly Rule[] {
  return [[/>/y, 'delimiter', { language, until: new RegExp(`</${name}`, 'gi') }], ...tag];
}

/** Case does not matter. */
export const html: Grammar = {
  root: [
    [/<!doctype[^>]*>?/y, 'metatag'],
    [/<!--[^]*?(?:-->|$)/y, 'comment'],
    // Of a type that is no JavaScript (JSON, import maps, templates).
    [
      /<(?=script\b[^>]{0,200}\stype\s{0,9}=\s{0,9}["'](?!module["']|text\/javascript["']))/y,
      'delimiter',
      'push data',
    ],
    [/<(?=script\b)/y, 'delimiter', 'push script'],
    [/<(?=style\b)/y, 'delimiter', 'push style'],
    [/<\/?(?=[\w-])/y, 'delimiter', 'push tag'],
    [/</y, 'delimiter'],
    [/[^<]+/y, null],
  ],
  tag: [[/\/?>/y, 'delimiter', 'pop'], ...tag],
  script: codeTag('script', 'javascript'),
  data: codeTag('script', 'text'),
  style: codeTag('style', 'css'),
};
