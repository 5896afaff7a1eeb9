import type { Language } from './grammars.ts';
import { codePainter, highlight } from './highlight.ts';

/** The coloured pieces as `text:color`, line by line. */
function colored(text: string, language: Language): string[] {
  return highlight(text, language).map((pieces) =>
    pieces.flatMap(({ text: part, color }) => (color ? [`${part.trim()}:${color}`] : [])).join(' '),
  );
}

test.each<[Language, string, string]>([
  [
    'html',
    '<a b="c">d</a>',
    '<:muted a:syntax-tag b:syntax-name =:muted "c":syntax-string >:muted </:muted a:syntax-tag >:muted',
  ],
  ['html', '<!-- < -->', '<!-- < -->:faint'],
  [
    'css',
    'a{b:c;d:1px}',
    'a:syntax-tag {:muted b::syntax-name c:syntax-string ;:muted d::syntax-name 1px:syntax-number }:muted',
  ],
  ['scss', '@mixin a($b){&:c{}}', '@mixin:syntax-keyword {:muted &:c:syntax-tag {}}:muted'],
  ['javascript', 'let a = /[b/]"/g', 'let:syntax-keyword =:muted /[b/]"/:syntax-number g:syntax-keyword'],
  [
    'javascript',
    '`a${b + "}"}c`',
    '`a:syntax-string ${:muted +:muted "}":syntax-string }:muted c`:syntax-string',
  ],
  ['typescript', 'type A = 0x1f', 'type:syntax-keyword A:syntax-tag =:muted 0x1f:syntax-number'],
])('%s: %s', (language, text, expected) => {
  expect(colored(text, language)).toEqual([expected]);
});

test('a page holds styles and scripts in their own colours, and data in none', () => {
  const page = '<style>a{}</style><script>let a</script><script type="importmap">{"let": 1}</script>';
  expect(colored(page, 'html')[0]).toMatch(
    /a:syntax-tag \{\}<\/:muted .*let:syntax-keyword .*syntax-string >:muted <\/:muted script:syntax-tag >:muted$/,
  );
});

test('every character of a text stands in its line, whatever is broken in it', () => {
  const text = '<p a="\n<script>`${"</script>\n/* <!-- \n<style>a{b:\n\n}';
  for (const language of ['html', 'css', 'scss', 'javascript', 'typescript'] as const) {
    const lines = highlight(text, language).map((pieces) => pieces.map((piece) => piece.text).join(''));
    expect(lines.join('\n')).toBe(text);
  }
});

test('typing makes only the line anew that is typed into', () => {
  const element = document.createElement('pre');
  const paint = codePainter(element);
  paint('a\nb\nc', 'javascript');
  const [first, second, third] = element.children;
  paint('a\nbb\nc', 'javascript');
  expect(element.textContent).toBe('a\nbb\nc\n');
  expect([...element.children].map((line) => [first, second, third].indexOf(line))).toEqual([0, -1, 2]);
  paint('', 'javascript');
  expect(element.textContent).toBe('\n');
});

const pieces = [
  '<',
  '<!--',
  '<script>',
  '<script',
  '<a ',
  '<script type="',
  '/*',
  '{',
  '`${',
  '/',
  '/[',
  '/a',
  '"',
  '\\',
  'a:',
  '#',
  'url(',
  '$a',
  '#{',
  '!',
  '0',
  '\n',
  'a(',
  ' ',
  'é',
];

test.each<Language>(['html', 'css', 'scss', 'javascript', 'typescript'])(
  'H73 %s is coloured in time in proportion to the text',
  (language) => {
    const time = (piece: string, length: number) => {
      const text = piece.repeat(length / piece.length);
      const startedAt = process.threadCpuUsage();
      highlight(text, language);
      return process.threadCpuUsage(startedAt).user / 1_000;
    };
    for (const piece of pieces) time(piece, 1_024);
    const slow = pieces.filter((piece) => {
      // Eight times the time, not 64 times; in processor time, with some slack for one garbage collection.
      const isLong = () => time(piece, 65_536) > Math.max(50, 32 * time(piece, 8_192));
      return isLong() && isLong() && isLong();
    });
    expect(slow).toEqual([]);
  },
);
