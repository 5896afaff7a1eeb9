import MarkdownIt from 'markdown-it';
import { stripByteOrderMark } from '../byte-order-mark.js';
import type { Markup, MarkupPlace } from './markup.js';

/** HTML is passed through, since a project may contain any. */
const markdown = new MarkdownIt({ html: true, linkify: true });

/** Markdown to HTML, with the line where each block begins. */
export function compileMarkdown(text: string): Markup {
  const environment = {};
  const tokens = markdown.parse(stripByteOrderMark(text), environment);
  const places: MarkupPlace[] = [];
  let html = '';
  let start = 0;
  for (const [index, token] of tokens.entries()) {
    const isWholeBlock = token.level === 0 && token.nesting <= 0;
    if (!isWholeBlock) continue;
    const block = tokens.slice(start, index + 1);
    const line = block[0]?.map?.[0];
    if (line !== undefined) places.push({ offset: html.length, line: line + 1, column: 1 });
    html += markdown.renderer.render(block, markdown.options, environment);
    start = index + 1;
  }
  return { html, places, problems: [] };
}
