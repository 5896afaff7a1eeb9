import { type Command, matching } from './command-palette.tsx';

const command = (group: string, label: string): Command => ({ group, label, run: () => undefined });
const all = [
  command('Project', 'Share'),
  command('Export', 'HTML'),
  command('Panels', 'Hide HTML'),
  command('Editor Settings', 'Theme: Light'),
];
const found = (typed: string) => matching(all, typed).map(({ label }) => label);

test('nothing typed leaves all, in their order', () => {
  expect(found('  ')).toEqual(['Share', 'HTML', 'Hide HTML', 'Theme: Light']);
});

test('every word has to occur, in any case, order and place', () => {
  expect(found('light THEME')).toEqual(['Theme: Light']);
  expect(found('export html')).toEqual(['HTML']);
  expect(found('html light')).toEqual([]);
});

test('what begins with the text comes first', () => {
  expect(found('h')).toEqual(['HTML', 'Hide HTML', 'Share', 'Theme: Light']);
  expect(found('hide')).toEqual(['Hide HTML']);
});
