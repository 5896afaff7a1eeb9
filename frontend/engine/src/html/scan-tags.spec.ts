import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';
import { scanTags } from './scan-tags.js';

/** A tag as `kind name start end`, for comparing both scanners. */
type Found = string;

/** Elements with raw text in `scanTags`; comments within a script (`<!--<script>`) count as its text. */
const rawText = new Set('script style textarea title noscript iframe xmp noembed noframes'.split(' '));

/** The tags of a text by the tokenizer of the HTML standard, as parse5 has it, without those in inert templates. */
function tokenize(html: string): Found[] {
  const found: Found[] = [];
  let depth = 0;
  const note = (kind: string, name: string, location: { startOffset: number; endOffset: number } | null) => {
    if (depth === 0) found.push(`${kind} ${name} ${location?.startOffset} ${location?.endOffset}`);
  };
  const nothing = () => undefined;
  const handler: TokenHandler = {
    onComment: ({ location }) => note('comment', '', location),
    onDoctype: ({ location }) => note('doctype', '', location),
    onStartTag({ tagName, location, attrs }) {
      if (tagName === 'plaintext') tokenizer.state = TokenizerMode.PLAINTEXT;
      if (rawText.has(tagName)) {
        tokenizer.state = TokenizerMode.RAWTEXT;
        tokenizer.lastStartTagName = tagName;
      }
      note('start', tagName, location);
      const isShadowRoot = attrs.some(({ name, value }) => name === 'shadowrootmode' && value === 'open');
      if (tagName === 'template' && (depth > 0 || !isShadowRoot)) depth += 1;
    },
    onEndTag({ tagName, location }) {
      if (tagName === 'template') depth = Math.max(0, depth - 1);
      note('end', tagName, location);
    },
    onEof: nothing,
    onCharacter: nothing,
    onNullCharacter: nothing,
    onWhitespaceCharacter: nothing,
  };
  const tokenizer: Tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
  tokenizer.write(html, true);
  return found;
}

function scan(html: string): Found[] {
  return [...scanTags(html)].map(({ kind, name, start, end }) => `${kind} ${name} ${start} ${end}`);
}

const pieces = fc.constantFrom(
  ...'< > / = " \' ! - -- ? a b p A div script /script style title template plaintext doctype <! <!-- --> --!> </ <p <p> </p> x=" [CDATA['.split(
    ' ',
  ),
  '<template>',
  '</template>',
  '<template shadowrootmode=open>',
  ' ',
  '\n',
  '\t',
  '\f',
  '\u00a0',
  'é',
);

test('finds the tags, comments and doctypes that the tokenizer of the HTML standard finds', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const html = parts.join('');
      const found = scan(html);
      // An unclosed part is no token of the page; both must agree up to there.
      const open = found.findIndex((tag) => tag.startsWith('unclosed'));
      const closed = open < 0 ? found : found.slice(0, open);
      const tokens = tokenize(html);
      expect({ html, tags: closed }).toEqual({ html, tags: open < 0 ? tokens : tokens.slice(0, open) });
    }),
    // The same values each day, others each night (`TEST_SEED`).
    { numRuns: 3_000, seed: Number(process.env['TEST_SEED'] ?? 8) },
  );
});

test.each([
  '<svg><title/><style /><script href="a.js"/></svg><p>',
  '<svg/><svg><g><title/></g><svg/></svg><svg><title/></svg><p>',
  '<math><annotation-xml/><title/></math><p>',
])('what has no content in SVG and MathML hides nothing: %s', (html) => {
  expect(scan(html).at(-1)).toMatch(/^start p /);
});

test.each([
  '<template><svg><path></template><title>a</title><p>',
  '<svg><template/></svg><p>',
  '<template><template></template><!--</template>--><script>"</template>"</script></template><p>',
])('what is in a template has no effect behind it: %s', (html) => {
  expect(scan(html).at(-1)).toMatch(/^start p /);
});

test.each(['<p>a</p><textarea>', '<script src="a.js">', '<iframe>'])(
  'an element of text that is opened last is as open as one with text: %s',
  (html) => {
    expect(scan(html).at(-1)).toMatch(/^unclosed/);
  },
);

test('in the page itself a slash ends no element', () => {
  expect(scan('<svg></svg><title/><p>').at(-1)).toMatch(/^unclosed/);
});
