import { expect, test } from '@jest/globals';
import { importsAsWritten } from './imports-as-written.js';

test('comments within an import are read over, and what begins no import is none', () => {
  const code = [
    "import/* a *//* b */{ x } from /* c */ 'one'; import( /* d */ 'two')",
    "import /* never closed /* but closed here */ 'three'",
    "import // the rest\n 'four'",
  ];
  expect(code.map(importsAsWritten)).toEqual([['one', 'two'], [], ['four']]);
});

const behind = ['/*', '//*', '=/[', '= /', '=/[]', "='", '`/*`', '=/\\', '\n/ ', '/* */'];
const begun = [
  'import /*\n',
  'from /* */',
  'import //',
  'import(/*',
  '/* import',
  'import /*import*/',
  'from\n',
];

test.each([...behind, ...begun])(
  'H73 an import behind many %j is found, in time in proportion to the text',
  (piece) => {
    const time = (length: number) => {
      const js = `${piece.repeat(length / piece.length)}\nimport 'three'`;
      const startedAt = process.threadCpuUsage();
      expect(importsAsWritten(js)).toEqual(['three']);
      return process.threadCpuUsage(startedAt).user / 1_000;
    };
    time(1_024);
    // Eight times the time, not 64 times; with some slack for one garbage collection.
    const isLong = () => time(65_536) > Math.max(50, 32 * time(8_192));
    expect(isLong() && isLong() && isLong()).toBe(false);
  },
);
