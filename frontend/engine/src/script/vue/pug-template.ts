import type { SFCTemplateBlock } from '@vue/compiler-sfc';
import { compilePug } from '../../html/pug/compile-pug.js';
import { htmlDialect } from '../../html/pug/pug-doctype.js';
import type { Problem } from '../../problem.js';
import { positionAt, type TextPosition } from '../../text-position.js';
import { scriptProblem } from '../script-state.js';
import type { SourcePositions } from '../source-positions.js';

/** A component with a template in HTML, and where its parts were written. */
export interface HtmlComponent {
  text: string;
  positions: SourcePositions;
}

/** A part of the text and where it begins in the source. */
interface Part extends TextPosition {
  text: string;
}

/** Replaces the Pug in a component's template by its HTML, as Vite does; or says what is wrong with it. */
export async function withHtmlTemplate(
  source: string,
  { content, loc }: SFCTemplateBlock,
): Promise<HtmlComponent | { problems: Problem[] }> {
  const { html, places, problems } = await compilePug(content, htmlDialect);
  const locate = positionsIn(source, content, loc);
  if (problems.length > 0)
    return { problems: problems.map((each) => scriptProblem(each.message, locate(each), each.severity)) };
  const tag = source.lastIndexOf('<', loc.start.offset - 1);
  const parts: Part[] = [
    { text: source.slice(0, tag), line: 1, column: 1 },
    { text: '<template>', ...positionAt(source, tag) },
    ...(places ?? []).map((place, index, { [index + 1]: next }) => ({
      text: html.slice(place.offset, next?.offset),
      ...locate(place),
    })),
    { text: source.slice(loc.end.offset), ...positionAt(source, loc.end.offset) },
  ];
  return { text: parts.map(({ text }) => text).join(''), positions: positionsOf(parts) };
}

/** The position in the component of one in its template, from whose lines Vue has cut a common indentation. */
function positionsIn(source: string, content: string, { start, end }: SFCTemplateBlock['loc']) {
  const written = source.slice(start.offset, end.offset).split('\n');
  const cut = content.split('\n').map((line, index) => (written[index] ?? '').length - line.length);
  return ({ line, column }: TextPosition): TextPosition => ({
    line: start.line + line - 1,
    column: column + (cut[line - 1] ?? 0) + (line === 1 ? start.column - 1 : 0),
  });
}

function positionsOf(parts: readonly Part[]): SourcePositions {
  const lines: [number, 0, number, number][][] = [[]];
  let column = 0;
  for (const part of parts) {
    for (const [index, line] of part.text.split('\n').entries()) {
      if (index > 0) {
        lines.push([]);
        column = 0;
      }
      lines.at(-1)?.push([column, 0, part.line + index - 1, index === 0 ? part.column - 1 : 0]);
      column += line.length;
    }
  }
  return lines;
}
