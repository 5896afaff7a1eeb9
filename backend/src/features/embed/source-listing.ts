import { escapeHtml } from '../../common/text-format.js';

/** What a reader of somebody's page may go through; the rest is in the studio. */
const mostLines = 2_000;
/** In characters. */
const mostText = 131_072;

/** A source as a tab of an embed lists it: text with line numbers, which are no part of what one copies. Cut where it is very long, which its last line says. */
export function sourceListing(text: string, name: string): string {
  const end = listedEnd(text);
  const lines = text.slice(0, end).split('\n');
  const spans = lines.map((line) => `<span class="line">${escapeHtml(line)}\n</span>`);
  return `<pre tabindex="0" aria-label="${name}">${spans.join('')}${end < text.length ? cutNotice(text, end) : ''}</pre>`;
}

/** The offset at which a listing ends. */
function listedEnd(text: string): number {
  let end = -1;
  for (let line = 0; line < mostLines && end < mostText; line += 1) {
    const next = text.indexOf('\n', end + 1);
    end = next < 0 ? text.length : next;
  }
  end = Math.min(end, mostText);
  // The end of its last line is nothing to leave away.
  if (end >= text.length - 1) return text.length;
  const isWithinCharacter = !text.slice(end - 1, end).isWellFormed();
  return isWithinCharacter ? end - 1 : end;
}

function cutNotice(text: string, end: number): string {
  const left = (text.length - end).toLocaleString('en');
  return `<span class="cut">… ${left} more characters are in the project.</span>`;
}
