import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A test, or a group of them, as documents name it: `file › name`. */
export interface NamedTest {
  /** Below the root of the repository. */
  file: string;
  name: string;
}

/** A table’s lines below its head, each as its cells. */
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

/** The tests that a cell names; null where it says anything else. */
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

/** Whether a test, or one of its cases, bears this name to the letter, as the first thing of its own call or row. */
export function isThere({ file, name }: NamedTest): boolean {
  if (!existsSync(`${root}${file}`)) return false;
  const text = readFileSync(`${root}${file}`, 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote},`));
}

/** Every test whose name has an id of the hardening catalogue in it, by that id. */
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

/** A text with an id in it that is the first thing of a call or of a row of cases. */
const titles = /(?<=[([]\s*)(['"`])((?:(?!\1).)*\bH\d\d\b(?:(?!\1).)*)\1,/g;
