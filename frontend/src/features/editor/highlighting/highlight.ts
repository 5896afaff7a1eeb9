import {
  css,
  type Grammar,
  html,
  javascript,
  type Language,
  type Move,
  type Rule,
  type SyntaxColor,
  scss,
  syntaxColors,
  typescript,
} from './grammars.ts';

/** A piece of code in one colour; null: the text colour. */
interface Piece {
  text: string;
  color: SyntaxColor | null;
}

const grammars: Record<Language | 'text', Grammar> = {
  html,
  css,
  scss,
  // Close enough until the editor is loaded.
  less: scss,
  markdown: { root: [] },
  pug: { root: [] },
  javascript,
  typescript,
  text: { root: [] },
};
/** All rules of a state in one expression; the matching group identifies the rule. */
const patterns = new Map<readonly Rule[], RegExp>();

/**
 * The lines of a text, without line ends, as coloured pieces, in Monaco's colours. Used until Monaco is loaded, so it
 * is quick rather than complete; it takes linear time for any text. Lines end with `\n`.
 */
export function highlight(text: string, language: Language): Piece[][] {
  let line: Piece[] = [];
  const lines = [line];

  function add(from: number, to: number, color: SyntaxColor | null): void {
    for (const [index, part] of text.slice(from, to).split('\n').entries()) {
      if (index > 0) {
        line = [];
        lines.push(line);
      }
      const last = line.at(-1);
      if (last?.color === color) last.text += part;
      else if (part !== '') line.push({ text: part, color });
    }
  }

  function scan(from: number, end: number, grammar: Grammar): void {
    const code = end === text.length ? text : text.slice(0, end);
    const around: string[] = [];
    let name = 'root';
    let at = from;

    function move(to: Move): void {
      if (to === 'pop') name = around.pop() ?? 'root';
      else if (typeof to === 'object') {
        to.until.lastIndex = at;
        const inner = to.until.exec(code)?.index ?? end;
        scan(at, inner, grammars[to.language]);
        at = inner;
        name = around.pop() ?? 'root';
      } else {
        const [how, next = 'root'] = to.split(' ');
        if (how === 'push') around.push(name);
        name = next;
      }
    }

    while (at < end) {
      const rules = grammar[name] ?? grammar.root;
      const pattern = patternOf(rules, grammar === html ? 'iy' : 'y');
      pattern.lastIndex = at;
      const match = pattern.exec(code);
      const [, kind = null, to] = rules[match ? match.indexOf(match[0], 1) - 1 : -1] ?? [];
      const passed = match?.[0].length ?? 0;
      const next = at + (passed === 0 && !to ? 1 : passed);
      add(at, next, kind && syntaxColors[kind]);
      at = next;
      if (to) move(to);
    }
  }

  scan(0, text.length, grammars[language]);
  return lines;
}

function patternOf(rules: readonly Rule[], flags: string): RegExp {
  let pattern = patterns.get(rules);
  if (!pattern) {
    pattern = new RegExp(rules.map(([{ source }]) => `(${source})`).join('|'), flags);
    patterns.set(rules, pattern);
  }
  return pattern;
}

/** The most characters to colour: some four hundred lines, enough for the seconds until Monaco is loaded. */
export const paintedMost = 16_384;

/** Shows another text; only changed lines are rendered again. */
export type PaintCode = (text: string, language: Language) => void;

/** Shows coloured code in an empty element of the class `code-text`, one element per line. */
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
