import type { Grammar, Rule } from './grammar.ts';

const name = String.raw`-{0,2}(?:[a-zA-Z]|\\.)(?:[\w-]|\\.)*`;
const named = (end: string) => new RegExp(name + end, 'y');

const comments: Rule = [/\/\*[^]*?(?:\*\/|$)|\/\/.*/y, 'comment'];
const strings: Rule = [/"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?/y, 'string'];
const end: readonly Rule[] = [
  [/;/y, 'delimiter', 'pop'],
  [/(?=\})/y, null, 'pop'],
];
/** Told from a selector by what stands behind the colon on its line, or, where that is long, at its beginning. */
const property: Rule = [
  new RegExp(String.raw`[*_]?${name}[ \t]*:(?=[^\S\n]|\d|[^{;}\n]{0,200}[;}])`, 'y'),
  'attribute.name',
  'push value',
];
const selectorName: Rule = [new RegExp(String.raw`(?:[.%:]|#(?=[^{])|${name})+`, 'y'), 'tag'];
const number: Rule = [
  /-?(?:\d*\.)?\d+(?:[eE][-+]?\d+)?(?:em|ex|ch|rem|fr|vmin|vmax|vw|vh|vm|cm|mm|in|px|pt|pc|deg|grad|rad|turn|s|ms|Hz|kHz|%)?|#[\da-fA-F_]+(?!\w)/y,
  'number',
];
const keyframes: Rule = [/@(?:-(?:webkit|moz|o)-)?keyframes/y, 'keyword', 'push keyframes'];
const statement: Rule = [/@(?:import|charset|namespace|warn|debug|return)/y, 'keyword', 'push statement'];
const bare: Rule = [/@(?:page|content|font-face|-moz-document)/y, 'keyword'];
const attribute: Rule = [/\[/y, 'delimiter', 'push attribute'];
const attributeEnd: Rule = [/\]/y, 'delimiter', 'pop'];
const combinators: Rule = [/[>+,]/y, 'delimiter'];
const bodyStart: Rule = [/\{/y, 'delimiter', 'push body'];
const framesStart: Rule = [/\{/y, 'delimiter', 'to frames'];
const bodyEnd: Rule = [/\}/y, 'delimiter', 'pop'];

const url: Rule = [/url(?:-prefix)?(?=\()/y, 'attribute.value', 'push url'];
const value: readonly Rule[] = [
  comments,
  url,
  [named(String.raw`\(`), 'attribute.value', 'push arguments'],
  number,
  [named(''), 'attribute.value'],
  strings,
  [/[-<>=+*/^|~,]/y, 'delimiter'],
];

/** As Monaco has it, which knows nothing of nested rules. */
export const css: Grammar = {
  root: [
    comments,
    statement,
    strings,
    keyframes,
    bare,
    url,
    selectorName,
    [/\*/y, 'tag'],
    combinators,
    attribute,
    bodyStart,
  ],
  body: [comments, property, [named(''), null], bodyEnd],
  value: [...value, [/!important/y, 'keyword'], ...end],
  arguments: [[/\)/y, 'attribute.value', 'pop'], ...value],
  url: [[/\(/y, 'delimiter', 'to urlText']],
  urlText: [strings, [/[^)\n]+/y, 'string'], [/\)/y, 'delimiter', 'pop']],
  attribute: [attributeEnd, ...value],
  statement: [...value, ...end],
  keyframes: [[named(''), 'attribute.value'], framesStart],
  frames: [bodyStart, bodyEnd, ...value],
};

const interpolation: Rule = [/#\{/y, null, 'push interpolation'];
const variable: Rule = [new RegExp(String.raw`\$${name}|\.\.\.`, 'y'), null];
const sassUrl: Rule = [/url(?:-prefix)?\(/y, null, 'push url'];
const call: Rule = [named(String.raw`\(`), null, 'push arguments'];
const sassValue: readonly Rule[] = [
  comments,
  sassUrl,
  call,
  [
    /\d*\.?\d+(?:[eE][-+]?\d+)?(?:em|ex|ch|rem|fr|vmin|vmax|vw|vh|vm|cm|mm|in|px|pt|pc|deg|grad|rad|turn|s|ms|Hz|kHz|%)?|#[\da-fA-F_]+(?!\w)/y,
    'number',
  ],
  strings,
  variable,
  interpolation,
  [/(?:and|or|not)\b|!default/y, null],
  [named(''), 'attribute.value'],
  [/\(/y, 'delimiter', 'push group'],
];
const assigned = new RegExp(String.raw`\$${name}[ \t]*:`, 'y');
const declaration: Rule = [assigned, null, 'push statement'];
const control: Rule = [/@(?:if|else|for|while|each|media)/y, 'keyword', 'push control'];
const sassSelector: readonly Rule[] = [
  comments,
  statement,
  declaration,
  [/@include/y, 'keyword', 'push include'],
  keyframes,
  bare,
  [/@(?:function|mixin)/y, 'keyword', 'push mixin'],
  sassUrl,
  control,
  interpolation,
  selectorName,
  [/[&*]/y, 'tag'],
  combinators,
  attribute,
  bodyStart,
];
const parameters: Rule = [named(String.raw`[ \t]*\(`), null, 'push parameters'];
const bodyInstead: Rule = [/\{/y, 'delimiter', 'to body'];

export const scss: Grammar = {
  root: sassSelector,
  body: [property, ...sassSelector, [/@extend/y, 'keyword', 'push extend'], bodyEnd],
  value: [...sassValue, [/!important/y, null], bodyInstead, ...end],
  statement: [...sassValue, ...end],
  arguments: [[assigned, 'attribute.name'], [/,/y, 'delimiter'], [/\)/y, null, 'pop'], ...sassValue],
  parameters: [[assigned, null], [/,/y, 'delimiter'], [/\)/y, null, 'pop'], ...sassValue],
  group: [[/\)/y, 'delimiter', 'pop'], ...sassValue],
  url: [strings, [/[^)\n]+/y, 'string'], [/\)/y, null, 'pop']],
  attribute: [attributeEnd, ...sassValue],
  interpolation: [[/\}/y, null, 'pop'], variable, interpolation],
  extend: [interpolation, selectorName, [/!optional/y, null], ...end],
  include: [call, [named(''), null], bodyInstead, ...end],
  mixin: [parameters, [named(''), null], bodyInstead],
  control: [[/(?:in|from|through|if|to)\b/y, 'keyword'], ...sassValue, bodyInstead],
  keyframes: [[named(''), null], framesStart],
  frames: [bodyStart, bodyEnd, ...sassValue],
};
