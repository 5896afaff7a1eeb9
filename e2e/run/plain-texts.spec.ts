import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const studio = path.join(import.meta.dirname, '../..');

/** The production files of a folder, by their paths in the repository. */
function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(studio, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.spec\./.test(name))
    .map((name) => path.join(folder, name));
}

const read = (file: string) => readFileSync(path.join(studio, file), 'utf8');
const everywhere = [
  ...sourcesIn('frontend/src'),
  ...sourcesIn('frontend/sandbox/src'),
  ...sourcesIn('frontend/engine/src'),
  ...sourcesIn('backend/src'),
  ...sourcesIn('backend/contract/src'),
];

describe('texts on screen are plain English', () => {
  test.each([
    'It is set so.',
    'Nothing runs without end.',
    'Nothing of what was printed matches the filter.',
    'What differs is shown against the present text.',
    'Restoring is a save: the present text stays in the history.',
    'Its earlier text is back.',
    'Like the system',
    'What is saved in one appears in the other; what is not stays where it was typed.',
    'It does not compile.',
    'Nothing to decide',
    'Show what I type',
    'Loop on line ',
    'There is nothing here, or it is not yours to see.',
    'Something went wrong on our side.',
  ])('nothing says “%s”', (phrase) => {
    expect(everywhere.filter((file) => read(file).includes(phrase))).toEqual([]);
  });

  test('what a toast says stands among the texts of its feature', () => {
    const literal = /\btoast\(\{[^}]*?\b(?:title|description|label):\s*['"`]|\b(?:toast:|failure\()\s*['"`]/;
    const elsewhere = sourcesIn('frontend/src').filter((file) => !file.endsWith('texts.ts'));
    expect(elsewhere.filter((file) => literal.test(read(file)))).toEqual([]);
  });
});
