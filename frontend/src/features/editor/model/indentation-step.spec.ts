import { indentationStep } from './indentation-step.ts';

const stepOf = (code: string, tabSize: 'auto' | 8 = 'auto') => indentationStep(code.split('\n'), tabSize);

test.each([
  ['two spaces', 'a {\n  b {\n    c\n  }\n}', '  '],
  ['four spaces', 'a {\n    b\n}', '    '],
  ['tabs', 'a {\r\n\tb {\r\n\t\tc\r\n\t}\r\n}', '\t'],
  [
    'what is added most often',
    '<ul\n    class="x">\n  <li>\n    <b>\n    </b>\n  </li>\n  <li>\n    c\n',
    '  ',
  ],
  ['no comment', '/**\n * a\n */\nfunction b() {\n    c();\n}', '    '],
])('the step is that of the code: %s', (_what, code, step) => {
  expect(stepOf(code)).toBe(step);
});

test('code without any has the step of the settings, and code with tabs keeps them', () => {
  const codes = ['a\nb', 'a\n  b', 'a\n\tb'];
  expect(codes.map((code) => stepOf(code))).toEqual(['  ', '  ', '\t']);
  expect(codes.map((code) => stepOf(code, 8))).toEqual([' '.repeat(8), ' '.repeat(8), '\t']);
});
