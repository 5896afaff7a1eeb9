import { deleteQuestionWithUses } from './asset-commands.ts';

const uses = (...titles: string[]) => titles.map((title, index) => ({ id: String(index), title }));

test.each([
  ['nothing uses it', uses(), ''],
  [
    'one does',
    uses('A'),
    ' It is used in “A”, where it will be missing unless a fork or a published version keeps it.',
  ],
  [
    'some do',
    uses('A', 'B', 'C'),
    ' It is used in “A”, “B”, and “C”, where it will be missing unless a fork or a published version keeps it.',
  ],
  [
    'many do',
    uses('A', 'B', 'C', 'D', 'E', 'F', 'G'),
    ' It is used in “A”, “B”, “C”, “D”, “E”, and 2 other projects, where it will be missing unless a fork or a published version keeps it.',
  ],
  ['nobody knows', null, ' Your projects could not be checked for places where it is used.'],
])('the question before a deletion, where %s', (_, given, warning) => {
  expect(deleteQuestionWithUses('a.png', given)).toBe(
    `Delete “a.png”? This action cannot be undone.${warning}`,
  );
});
