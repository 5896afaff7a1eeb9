import type { Language } from './grammar.ts';
import { highlight, type Piece } from './highlight.ts';

/** Characters of a text that are coloured at most: some four hundred lines, for the second or two before Monaco is there. */
export const paintedMost = 16_384;

/** Shows another text; only the lines that differ from what stood there are made anew. */
export type PaintCode = (text: string, language: Language) => void;

/** Shows code in its colours in an empty element of the class `code-text`, each line as an element of its own. */
export function codePainter(element: HTMLElement): PaintCode {
  let shown: string[] = [];
  return (text, language) => {
    const lines = highlight(text, language);
    const keys = lines.map((pieces) => pieces.map(({ text: part, color }) => `${color} ${part}`).join('\n'));
    for (const [index, pieces] of lines.entries()) {
      if (keys[index] === shown[index]) continue;
      const line = lineElement(pieces);
      const former = element.children[index];
      if (former) former.replaceWith(line);
      else element.append(line);
    }
    for (let extra = shown.length - keys.length; extra > 0; extra -= 1) element.lastChild?.remove();
    shown = keys;
  };
}

function lineElement(pieces: readonly Piece[]): HTMLElement {
  const line = document.createElement('div');
  line.append(...pieces.map(pieceNode), '\n');
  return line;
}

function pieceNode({ text, color }: Piece): Node | string {
  if (color === null) return text;
  const piece = document.createElement('span');
  piece.className = `text-${color}`;
  piece.textContent = text;
  return piece;
}
