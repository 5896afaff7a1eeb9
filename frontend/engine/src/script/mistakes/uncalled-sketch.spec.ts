import { expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { compile } from '../../compile.js';

async function warnings(js: string, html = '', config: Partial<FrameworkConfig> = {}) {
  const frameworkConfig = { ...defaultFrameworkConfig, ...config };
  const target = { mode: 'development', libraries: 'local', moduleCdn: null, checkLoops: true } as const;
  const { problems } = await compile({ html, css: '', js, frameworkConfig }, target);
  const calls = problems.filter(({ message }) => message.startsWith('Nothing calls'));
  return calls.map(({ line, column, message, severity }) => `${severity} ${line}:${column} ${message}`);
}

const sketch =
  '// Circles\nfunction setup() {\n  createCanvas(100, 100);\n}\nfunction draw() {\n  circle(50, 50, 9);\n}\nfunction mousePressed() {}\nfunction helper() {}\n';
const advice =
  "warning 2:10 Nothing calls setup, draw, mousePressed: the page has no p5. Begin with import 'p5' and end with Object.assign(window, { setup, draw, mousePressed })";

it('a sketch of p5 on a page without p5 gets a warning with what to write', async () => {
  expect(await warnings(sketch)).toEqual([advice]);
  expect(await warnings(sketch, '<main></main>', { typescript: true })).toEqual([advice]);
});

it('so does one of p5 2, which waits for what it loads', async () => {
  const js = 'async function setup() {\n  createCanvas(window.innerWidth, 9);\n  await loadImage("a");\n}';
  expect(await warnings(js)).toEqual([expect.stringContaining('warning 1:16 Nothing calls setup: the page')]);
});

it('a sketch in a module with p5 gets a warning that p5 does not see its functions', async () => {
  const [warning] = await warnings(`import 'p5';\n${sketch}`);
  expect(warning).toContain(
    '3:10 Nothing calls setup, draw, mousePressed: functions of a module are not global. End',
  );
});

it.each([
  ['what the advice makes', `import 'p5';\n${sketch}Object.assign(window, { setup, draw, mousePressed });`],
  ['code that makes them global itself', `${sketch}globalThis.setup = setup;`],
  ['code that calls setup itself', `${sketch}setup();`],
  ['code with a createCanvas of its own', `${sketch}function createCanvas() {}`],
  ['code that draws without p5', 'function setup() {}\nfunction draw() {}'],
  [
    'a sketch as a function',
    "import p5 from 'p5';\nnew p5((p) => { p.setup = () => p.createCanvas(9, 9); });",
  ],
])('%s gets none', async (_name, js) => {
  expect(await warnings(js)).toEqual([]);
});

it.each([
  '<script src="https://cdn.example/p5@1.11/lib/p5.min.js"></script>',
  '<body onload="setup()"></body>',
])('a page that may call them gets none: %s', async (html) => {
  expect(await warnings(sketch, html)).toEqual([]);
});

it('a page with p5 among its external resources gets none', async () => {
  const resources = [{ kind: 'script' as const, url: 'https://cdn.example/p5.js' }];
  expect(await warnings(sketch, '', { resources })).toEqual([]);
});
