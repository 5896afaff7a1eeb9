import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A source file of the repository with its text. */
export interface SourceFile {
  /** From the root of the repository. */
  path: string;
  text: string;
}

const code = [
  'backend/{src,test,contract/src}/**/*.ts',
  'frontend/{src,engine/src,sandbox/src}/**/*.{ts,tsx}',
  'frontend/*.ts',
  'e2e/**/*.ts',
];
const notOurs = /(^|\/)(node_modules|dist|templates|welcome|corpus|test-results)$/;

/** All TypeScript files of the repository, including tests. */
export function sourceFiles(): SourceFile[] {
  return globSync(code, { cwd: root, exclude: (name) => notOurs.test(name) })
    .toSorted()
    .map((file) => ({ path: file, text: readFileSync(`${root}${file}`, 'utf8') }));
}

/** Whether a file is part of the product, and not a test, a helper of tests or a migration. */
export function isProduction({ path: file }: SourceFile): boolean {
  return !/^(e2e|backend\/test)\/|\/(testing|migrations)\/|\.spec\.tsx?$/.test(file);
}

/** Folders with more than `most` files. */
export function crowdedFolders(files: readonly SourceFile[], most: number): string[] {
  const byFolder = Object.groupBy(files, (file) => path.posix.dirname(file.path));
  return Object.entries(byFolder)
    .filter(([, inFolder = []]) => inFolder.length > most)
    .map(([folder, inFolder = []]) => `${folder} has ${inFolder.length} files, more than ${most}`);
}

/** Files with more than `most` lines. */
export function longFiles(files: readonly SourceFile[], most: number): string[] {
  return files
    .map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > most)
    .map((file) => `${file.path} has ${file.lines} lines, more than ${most}`);
}

/** Files with the same name. `shared`: names that may occur in several folders. */
export function twinNames(files: readonly SourceFile[], shared: ReadonlySet<string>): string[] {
  const byName = Object.groupBy(files, (file) => path.posix.basename(file.path).replace(/\.tsx?$/, ''));
  return Object.entries(byName)
    .filter(([name, twins = []]) => twins.length > 1 && !shared.has(name))
    .map(([name, twins = []]) => `${name} is the name of ${twins.map((twin) => twin.path).join(' and ')}`);
}

/** Kinds of files: a pattern in their text, and the suffix that their names must have. */
const kinds = [
  { mark: /^@Controller\(/m, suffix: '.controller.ts' },
  { mark: /^@Module\(/m, suffix: '.module.ts' },
  { mark: /\bdefineEntity\(/, suffix: '.entity.ts' },
  { mark: /^export class \w+Guard\b/m, suffix: '.guard.ts' },
];
const feature = /^backend\/src\/features\/[^/]+\//;

/**
 * File names of the back end with a missing or wrong suffix: controllers, guards, modules and entities have the suffix
 * that Nest's users expect.
 */
export function wrongSuffixes(files: readonly SourceFile[]): string[] {
  return inBackend(files).flatMap((file) =>
    kinds
      .filter(({ mark, suffix }) => mark.test(file.text) !== file.path.endsWith(suffix))
      .map(
        ({ mark, suffix }) => `${file.path}: files that match ${mark} end with ${suffix}, and no others do`,
      ),
  );
}

/** Files that end with `.service.ts` although no other feature imports them. */
export function privateServices(files: readonly SourceFile[]): string[] {
  const backend = inBackend(files);
  return backend
    .filter((file) => {
      const [home] = feature.exec(file.path) ?? [];
      if (!home || !file.path.endsWith('.service.ts')) return false;
      // The main service of a feature, named like it, is always allowed.
      if (file.path.endsWith(`/${path.posix.basename(home)}.service.ts`)) return false;
      const specifier = `/${path.posix.basename(file.path, '.ts')}.js'`;
      return !backend.some((other) => !other.path.startsWith(home) && other.text.includes(specifier));
    })
    .map((file) => `${file.path}: nothing outside of its feature imports it, so it is no service`);
}

function inBackend(files: readonly SourceFile[]): SourceFile[] {
  return files.filter((file) => file.path.startsWith('backend/src/'));
}

/** Identifiers and file names that contain a banned word. Capitals and hyphens divide a name into words. */
export function bannedWords(files: readonly SourceFile[], banned: readonly string[]): string[] {
  const wanted = new RegExp(`-(?:${banned.join('|')})-`);
  const isBanned = (name: string) => wanted.test(`-${words(name)}-`);
  // Most files contain none of these words and need not be parsed.
  const mayHave = new RegExp(banned.join('|').replaceAll('-', '-?'), 'i');
  return files.flatMap((file) => {
    const names = mayHave.test(file.text) ? identifiers(file) : [];
    return [...new Set([...file.path.split('/'), ...names])]
      .filter(isBanned)
      .map((name) => `${file.path}: ${name}`);
  });
}

/** `letGoOf` → `let-go-of`. */
function words(name: string): string {
  return name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1-')
    .replaceAll(/[^\w]/g, '-')
    .toLowerCase();
}

function identifiers({ path: file, text }: SourceFile): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [
    parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), decorators: true, target: 'esnext' }),
  ];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { type, value } = node as { type?: string; value?: unknown };
    if ((type === 'Identifier' || type === 'PrivateName') && typeof value === 'string') found.push(value);
    waiting.push(...(Object.values(node) as unknown[]).filter((part) => part !== undefined));
  }
  return found;
}

/** Documents that code refers to and that do not exist. */
export function missingDocuments(files: readonly SourceFile[], documents: ReadonlySet<string>): string[] {
  return files.flatMap((file) =>
    [...file.text.matchAll(/(?<![\w./-])(?:docs\/[\w./-]+|[A-Z]{4,})\.md\b/g)]
      .map(([name]) => name)
      .filter((name) => !documents.has(name))
      .map((name) => `${file.path}: ${name} does not exist`),
  );
}

/** The paths of the repository's documents. */
export function documents(): Set<string> {
  return new Set(globSync(['*.md', 'docs/**/*.md', 'infra/**/*.md'], { cwd: root }));
}
