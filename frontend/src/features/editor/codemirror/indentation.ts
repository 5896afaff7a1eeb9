import { indentUnit } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';

/** Lines in which an indentation is looked for. */
const searched = 200;

/** A step of indentation is what the code itself begins with, else two spaces, as in Monaco. */
export const ownIndentation: Extension = indentUnit.compute(['doc'], ({ doc }: EditorState) => {
  for (let number = 1; number <= Math.min(searched, doc.lines); number += 1) {
    const [indentation] = /^(\t| {2,8}(?=[^ *]))/.exec(doc.line(number).text.slice(0, 10)) ?? [];
    if (indentation) return indentation;
  }
  return '  ';
});
