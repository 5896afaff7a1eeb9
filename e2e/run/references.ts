import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

/** All files that people write, except this one and its spec, which contain the patterns that they look for. */
const files = globSync(['*.md', '{backend,frontend,e2e,docs,infra}/**/*.{ts,tsx,css,html,md,yml,cfg}'], {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|test-results|references\.(spec\.)?ts)$/.test(name),
});

/** The headings of the specification, which code refers to. */
export const specifiedSections = new Set(
  [...read('docs/specification.md').matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => heading),
);

/** References to sections of the specification that do not exist. */
export function missingSections(): string[] {
  const sections = /\(specification: ([^)]+)\)/g;
  return find(sections, (names) => names.split(', ').some((name) => !specifiedSections.has(name)));
}

/** References to documents that are no longer in the repository, by their former names. */
export function outsideReferences(): string[] {
  return find(/\b((?:SPEC|CONTRACT|DESIGN|HARDENING)\b.{0,20})/g, () => true);
}

/** References to decisions that do not exist. */
export function missingDecisions(): string[] {
  const decisions = new Set(readdirSync(`${root}docs/adr`).map((file) => Number(file.slice(0, 4))));
  return find(/\bADR (\d+)\b/g, (number) => !decisions.has(Number(number)));
}

/** Links in documents to files or headings that do not exist. */
export function brokenLinks(): string[] {
  return files
    .filter((file) => file.endsWith('.md') && !/^docs\/screens\/|\/pens\//.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(#[^)]*)?\)/g)]
        .map(([, to = '', anchor = '']) => ({
          target: to === '' ? file : path.posix.join(path.posix.dirname(file), to),
          anchor,
        }))
        .filter(({ target, anchor }) => !existsSync(`${root}${target}`) || !hasAnchor(target, anchor))
        .map(({ target, anchor }) => `${file}: ${target}${anchor}`),
    );
}

/** Whether a page has a heading for which GitHub generates this anchor. */
function hasAnchor(page: string, anchor: string): boolean {
  if (anchor === '' || !page.endsWith('.md')) return true;
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return headings.some((heading) => anchor === `#${heading}`);
}

/** The matches of a pattern's first group for which `isWrong` holds, as `file: text`. */
function find(pattern: RegExp, isWrong: (text: string) => boolean): string[] {
  return files.flatMap((file) =>
    [...read(file).matchAll(pattern)]
      .map(([, text = '']) => text)
      .filter(isWrong)
      .map((text) => `${file}: ${text}`),
  );
}
