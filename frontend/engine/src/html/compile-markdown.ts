import createMarkdown, { type MarkdownIt } from 'markdown-it';
import { stripByteOrderMark } from '../byte-order-mark.js';
import type { Markup, MarkupPlace } from './markup.js';

/** HTML is passed through, since a project may contain any. */
const markdown = createMarkdown({ html: true, linkify: true }).use(addTaskLists);

/** As on GitHub, an item of a list that begins with `[ ]` or `[x]` has a checkbox. */
function addTaskLists({ core }: MarkdownIt): void {
  core.ruler.after('inline', 'task-lists', ({ tokens, Token }) => {
    for (const [index, { children }] of tokens.entries()) {
      const isItem =
        tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';
      const text = isItem ? children?.[0] : undefined;
      const [, mark, rest] = /^\[([ xX])\](\s.*)$/s.exec(text?.type === 'text' ? text.content : '') ?? [];
      if (!text || rest === undefined) continue;
      text.content = rest;
      const box = new Token('html_inline', '', 0);
      box.content = `<input type="checkbox" disabled${mark === ' ' ? '' : ' checked'}>`;
      children?.unshift(box);
    }
  });
}

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
