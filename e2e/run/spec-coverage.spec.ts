import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = readFileSync(`${root}docs/spec-coverage.md`, 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!Rule \|)/.test(line))
  .map((line) => line.slice(2, -2).split(' | ') as [rule: string, shownBy: string]);
/** Issues that are still to come; a rule may wait for one of them. */
const openIssues = [6, 7, 8].map((number) => `issue ${number}`);

test('every rule of the specification has a test or an open issue', () => {
  expect(rows.length).toBeGreaterThan(200);
  const unowned = rows.filter(
    ([, shownBy]) => !openIssues.includes(shownBy) && !shownBy.split('<br>').every((span) => readTest(span)),
  );
  expect(unowned).toEqual([]);
});

test('every test that it names exists', () => {
  const named = rows.flatMap(([, shownBy]) => shownBy.split('<br>').flatMap((span) => readTest(span) ?? []));
  const missing = named.filter(({ file, name }) => !hasTest(`${root}${file}`, name));
  expect(missing).toEqual([]);
});

function readTest(span: string): { file: string; name: string } | null {
  const [, file, name] = /^`(\S+\.spec\.tsx?) › (.+)`$/.exec(span) ?? [];
  return file && name ? { file, name } : null;
}

/** Whether a test, or one of its cases, bears this name to the letter, as the first thing of its own call or row. */
function hasTest(path: string, name: string): boolean {
  if (!existsSync(path)) return false;
  const text = readFileSync(path, 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote},`));
}
