import {
  bannedWords,
  crowdedFolders,
  isProduction,
  longFiles,
  missingDocuments,
  privateServices,
  type SourceFile,
  twinNames,
  wrongSuffixes,
} from './structure.ts';

const file = (path: string, text = ''): SourceFile => ({ path, text });

test('tests, migrations and what only tests use are no production files', () => {
  const paths = ['backend/src/main.ts', 'frontend/src/ui/button.tsx', 'frontend/engine/src/source.ts'];
  expect(paths.map((path) => file(path)).every(isProduction)).toBe(true);
  const others = [
    'backend/src/main.spec.ts',
    'backend/test/support/clock.ts',
    'backend/src/database/migrations/0001.ts',
    'frontend/src/testing/silence-console.ts',
    'e2e/run/main.ts',
  ];
  expect(others.map((path) => file(path)).some(isProduction)).toBe(false);
});

test('a folder may have as many files as the limit says, without those of its sub-folders', () => {
  const files = ['a/1.ts', 'a/2.ts', 'a/b/3.ts'].map((path) => file(path));
  expect(crowdedFolders(files, 2)).toEqual([]);
  expect(crowdedFolders(files, 1)).toEqual(['a has 2 files, more than 1']);
});

test('a file may have as many lines as the limit says', () => {
  expect(longFiles([file('a.ts', 'one\ntwo\n')], 2)).toEqual([]);
  expect(longFiles([file('a.ts', 'one\ntwo\nthree\n')], 2)).toEqual(['a.ts has 3 lines, more than 2']);
});

test('two files of one name are twins, unless the name says what each is in its folder', () => {
  const files = ['a/list.ts', 'b/list.tsx', 'a/texts.ts', 'b/texts.ts'].map((path) => file(path));
  expect(twinNames(files, new Set(['texts']))).toEqual(['list is the name of a/list.ts and b/list.tsx']);
});

test('the ending of a file of the back end says what is in it', () => {
  const at = (name: string, text: string) =>
    wrongSuffixes([file(`backend/src/features/likes/${name}`, text)]);
  expect(at('likes.controller.ts', "@Controller('likes')\nexport class LikesController {}")).toEqual([]);
  expect(at('likes.ts', "@Controller('likes')\nexport class LikesController {}")).toHaveLength(1);
  expect(at('likes.guard.ts', 'export class LikesGuard {}')).toEqual([]);
  expect(at('likes.guard.ts', 'export class Likes {}')).toHaveLength(1);
  expect(at('like.ts', "export const LikeEntity = defineEntity({ name: 'Like' });")).toHaveLength(1);
});

test('a service is what another feature imports, or the one of the feature itself', () => {
  const service = (name: string) =>
    file(`backend/src/features/likes/${name}.service.ts`, 'export class A {}');
  const from = (folder: string) =>
    file(`backend/src/features/${folder}/a.ts`, "from './x/counts.service.js';");
  expect(privateServices([service('counts'), from('users')])).toEqual([]);
  expect(privateServices([service('likes')])).toEqual([]);
  expect(privateServices([service('counts'), from('likes')])).toEqual([
    'backend/src/features/likes/counts.service.ts: nothing outside of its feature imports it, so it is no service',
  ]);
});

test('banned words are found in the names of files, and in identifiers, whole or as a part', () => {
  const found = (text: string) => bannedWords([file('a.ts', text)], ['desk', 'let-go']);
  expect(bannedWords([file('a/let-go.ts')], ['desk', 'let-go'])).toEqual(['a/let-go.ts: let-go.ts']);
  expect(found('const desk = 1;')).toEqual(['a.ts: desk']);
  expect(found('class OfDesk { #letGoOf() {} }').toSorted()).toEqual(['a.ts: OfDesk', 'a.ts: letGoOf']);
  expect(found("const desktop = 'desk'; // desk")).toEqual([]);
});

test('a document that is named and not there is missing', () => {
  // Built from parts, because the check would look for a literal path in this file, too.
  const [there, lost] = ['database', 'lost'].map((name) => ['docs/', name, '.md'].join('')) as [
    string,
    string,
  ];
  const text = `// See ${there} and ${lost}.`;
  expect(missingDocuments([file('a.ts', text)], new Set([there]))).toEqual([`a.ts: ${lost} does not exist`]);
});
