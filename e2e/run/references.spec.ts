import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

/** Every text of the repository that people write, but not this file, which names what it looks for. */
const files = globSync(['*.md', '{backend,frontend,e2e,docs,infra}/**/*.{ts,tsx,css,html,md,yml,cfg}'], {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|test-results|references\.spec\.ts)$/.test(name),
});

const headings = new Set(
  [...read('docs/specification.md').matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => heading),
);

/** What a pattern's first group finds anywhere, as `file: text`. */
function find(pattern: RegExp, isWrong: (text: string) => boolean): string[] {
  return files.flatMap((file) =>
    [...read(file).matchAll(pattern)]
      .map(([, text = '']) => text)
      .filter(isWrong)
      .map((text) => `${file}: ${text}`),
  );
}

test('each section of the specification that code refers to exists', () => {
  expect(headings.size).toBeGreaterThan(40);
  const sections = /\(specification: ([^)]+)\)/g;
  expect(find(sections, (names) => names.split(', ').some((name) => !headings.has(name)))).toEqual([]);
});

test('each decision that is referred to exists', () => {
  const decisions = new Set(readdirSync(`${root}docs/adr`).map((file) => Number(file.slice(0, 4))));
  expect(find(/\bADR (\d+)\b/g, (number) => !decisions.has(Number(number)))).toEqual([]);
});

test('each link of a document leads to a file that exists', () => {
  const missing = files
    .filter((file) => file.endsWith('.md') && !file.startsWith('docs/screens/'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)]*)?\)/g)]
        .map(([, link = '']) => path.posix.join(path.posix.dirname(file), link))
        .filter((link) => !existsSync(`${root}${link}`))
        .map((link) => `${file}: ${link}`),
    );
  expect(missing).toEqual([]);
});
