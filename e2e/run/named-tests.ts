import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A test, or a group of tests, that documents name as `file › name`. */
export interface NamedTest {
  /** Path from the root of the repository. */
  file: string;
  name: string;
}

/** The rows of all tables whose heading begins with `head`, each as its cells. */
export function rowsBelow(head: string, text: string): string[][] {
  const lines = text.split('\n');
  const rows: string[][] = [];
  lines.forEach((line, index) => {
    if (!line.startsWith(head)) return;
    for (const row of lines.slice(index + 2)) {
      if (!row.startsWith('| ')) break;
      rows.push(row.slice(2, -2).split(' | '));
    }
  });
  return rows;
}

/** The tests that a cell names; null if it contains anything else. */
export function readTests(cell: string): NamedTest[] | null {
  const tests = cell.split('<br>').map((span) => {
    const [, file, name] = /^`(\S+\.(?:spec\.tsx?|contract\.ts)) › (.+)`$/.exec(span) ?? [];
    return file && name ? { file, name } : null;
  });
  return tests.every((test) => test !== null) ? tests : null;
}

export function writeTests(tests: NamedTest[]): string {
  return tests.map(({ file, name }) => `\`${file} › ${name}\``).join('<br>');
}

/** Whether the file contains this name literally, as an argument of a call or the first item of a row of cases. */
export function isThere({ file, name }: NamedTest): boolean {
  if (!existsSync(`${root}${file}`)) return false;
  const text = readFileSync(`${root}${file}`, 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote},`));
}

/** All tests whose names contain an id of the hardening catalogue, by id. */
export function testsByHardeningId(): Map<string, NamedTest[]> {
  const found = new Map<string, NamedTest[]>();
  const files = globSync('{backend,frontend,e2e}/**/*.{spec.ts,spec.tsx,contract.ts}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|test-results)$/.test(path),
  });
  for (const file of files.toSorted())
    for (const [, , name = ''] of readFileSync(`${root}${file}`, 'utf8').matchAll(titles))
      for (const id of new Set(name.match(/\bH\d\d\b/g)))
        found.set(id, [...(found.get(id) ?? []), { file, name }]);
  return found;
}

/** Matches a string with an id that is the first argument of a call or the first item of a row of cases. */
const titles = /(?<=[([]\s*)(['"`])((?:(?!\1).)*\bH\d\d\b(?:(?!\1).)*)\1,/g;
