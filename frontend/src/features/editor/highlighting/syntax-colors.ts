/**
 * The colours of code, for Monaco and for what stands there before it: how a token's name in Monaco begins, and the
 * design token (`--color-…`) that it is written in. What is not named has the colour of ink.
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

export type SyntaxKind = keyof typeof syntaxColors;
export type SyntaxColor = (typeof syntaxColors)[SyntaxKind];
