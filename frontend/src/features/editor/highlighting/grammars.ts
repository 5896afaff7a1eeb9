import type { SourceFile } from '../model/panes.ts';

export type Language = SourceFile['language'];

/** Code of another language, up to where `until` matches. */
interface Embedded {
  language: Language | 'text';
  until: RegExp;
}

/** The next state after a match: a nested one, a replacement, the surrounding one, or another language. */
export type Move = `push ${string}` | `to ${string}` | 'pop' | Embedded;

/**
 * A rule of a state: pattern, kind (null: uncoloured), and next state. Patterns are sticky and take linear time in the
 * text that they match; a lookahead is bounded, or reaches no further than the start of the next attempt.
 */
export type Rule = readonly [pattern: RegExp, kind: SyntaxKind | null, move?: Move];

/** The rules of each state; the first match counts. A character without a match is uncoloured. */
export type Grammar = Readonly<Record<string, readonly Rule[]>> & { readonly root: readonly Rule[] };

/**
 * The colours of code, for Monaco and for the light editor: the beginning of a token's name in Monaco, and its design
 * token (`--color-…`). Other tokens have the text colour.
 */
export const syntaxColors = {
  comment: 'faint',
  delimiter: 'muted',
  metatag: 'muted',
  tag: 'syntax-tag',
  'attribute.name': 'syntax-name',
  'attribute.value': 'syntax-string',
  string: 'syntax-string',
  number: 'syntax-number',
  regexp: 'syntax-number',
  keyword: 'syntax-keyword',
  type: 'syntax-tag',
} as const;

type SyntaxKind = keyof typeof syntaxColors;
export type SyntaxColor = (typeof syntaxColors)[SyntaxKind];

const tag: readonly Rule[] = [
  [/(?<=<\/?)[\w:-]+/y, 'tag'],
  [/"[^"\n]*"|'[^'\n]*'/y, 'attribute.value'],
  [/[\w-]+/y, 'attribute.name'],
  [/=/y, 'delimiter'],
  [/\s+/y, null],
];

/** The start tag of an element that contains code. */
function codeTag(name: 'script' | 'style', language: Language | 'text'): readonly Rule[] {
  return [[/>/y, 'delimiter', { language, until: new RegExp(`</${name}`, 'gi') }], ...tag];
}

/** Case-insensitive. */
export const html: Grammar = {
  root: [
    [/<!doctype[^>]*>?/y, 'metatag'],
    [/<!--[^]*?(?:-->|$)/y, 'comment'],
    // Types other than JavaScript (JSON, import maps, templates).
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

const name = String.raw`-{0,2}(?:[a-zA-Z]|\\.)(?:[\w-]|\\.)*`;
const named = (end: string) => new RegExp(name + end, 'y');

const comments: Rule = [/\/\*[^]*?(?:\*\/|$)|\/\/.*/y, 'comment'];
const strings: Rule = [/"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?/y, 'string'];
const end: readonly Rule[] = [
  [/;/y, 'delimiter', 'pop'],
  [/(?=\})/y, null, 'pop'],
];
/** A property; it differs from a selector in what follows the colon on its line, or in the beginning of a long line. */
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

/** Like Monaco's grammar, which does not support nested rules. */
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

const javascriptWords =
  'async|await|break|case|catch|class|const|constructor|continue|debugger|default|delete|do|else|export|extends|false|finally|for|from|function|get|if|import|in|instanceof|let|new|null|of|return|set|static|super|switch|symbol|this|throw|true|try|typeof|undefined|var|void|while|with|yield';

const typescriptWords = `${javascriptWords}|abstract|any|as|asserts|bigint|boolean|declare|enum|global|implements|infer|interface|is|keyof|module|namespace|never|number|object|out|override|package|private|protected|public|readonly|require|satisfies|string|type|unique|unknown`;

export const javascript = scriptGrammar(javascriptWords);
export const typescript = scriptGrammar(typescriptWords);

/** Like Monaco's grammar, which has no JSX elements and reads them as comparisons and names. */
function scriptGrammar(words: string): Grammar {
  const code: readonly Rule[] = [
    [/\s+/y, null],
    [new RegExp(`(?:${words})(?![\\w$])`, 'y'), 'keyword'],
    [/#?[a-z_$][\w$]*/y, null],
    [/[A-Z][\w$]*/y, 'type'],
    [/\/\/.*|\/\*[^]*?(?:\*\/|$)/y, 'comment'],
    // A slash with a second one on its line, followed by something that can end an expression.
    [/\/(?=(?:[^\\/\n]|\\.)+\/[dgimsuy]*[^\S\n]*(?:[.;,)\]}\n]|$))/y, 'regexp', 'push regexp'],
    [/[()[\];,.]/y, 'delimiter'],
    [/!(?!=)/y, 'delimiter'],
    [
      /(?:[<>=!]=|[=!]==|=>|\+\+|--|&&|\|\||\?\?|<\/|(?:\*\*|<<|>{2,3}|[-+*/%&|^])=?|[<>=!~?:])(?![-+*/%&|^<>=!~?:])/y,
      'delimiter',
    ],
    [/[-+*/%&|^<>=!~?:]+/y, null],
    [/0[xXoObB][\da-fA-F_]+n?|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d[\d_]*)?n?/y, 'number'],
    // Unclosed strings end with their line.
    [/"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/y, 'string'],
    [/`/y, 'string', 'push template'],
  ];
  return {
    root: [[/[{}]/y, 'delimiter'], ...code],
    template: [
      [/\$\{/y, 'delimiter', 'push expression'],
      [/[^\\`$]+|\\[^]/y, 'string'],
      [/`/y, 'string', 'pop'],
    ],
    expression: [[/\{/y, 'delimiter', 'push expression'], [/\}/y, 'delimiter', 'pop'], ...code],
    regexp: [
      [/\[\^?(?=[^\]\\/\n]|\\.)/y, 'regexp', 'push range'],
      [/[^[\\/]+|\[|\\./y, 'regexp'],
      [/\//y, 'regexp', 'to flags'],
    ],
    range: [
      [/[^\]\\]+|\\./y, 'regexp'],
      [/\]/y, 'regexp', 'pop'],
    ],
    flags: [[/[dgimsuy]*/y, 'keyword', 'pop']],
  };
}
