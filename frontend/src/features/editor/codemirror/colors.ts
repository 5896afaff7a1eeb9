import { HighlightStyle, type Language, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { type Tag, tags } from '@lezer/highlight';

/** Code is painted with the design tokens (styles/tokens.css), as Monaco's theme is. */
const paint = (name: string, ...painted: Tag[]) => ({ tag: painted, color: `var(--color-${name})` });

export const codeColors: Extension = syntaxHighlighting(
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

/** What style sheets alone paint: properties are names there, and their words values. */
export function styleSheetColors(language: Language): Extension {
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
