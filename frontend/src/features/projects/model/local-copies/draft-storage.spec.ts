import 'fake-indexeddb/auto';
import { browserStorage } from '@/lib/browser-storage.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { blankProject, contentOf } from '../working-project.ts';
import { createDraftStorage, type Draft } from './draft-storage.ts';

const local = browserStorage(() => window.localStorage);
const now = Date.UTC(2026, 10, 1);
const hour = 3_600_000;

function draft(part: Partial<Draft>): Draft {
  return {
    userId: 'ada',
    projectKey: 'p',
    writer: 'tab.1',
    savedAt: now,
    version: 1,
    content: { ...contentOf(blankProject()), html: 'text' },
    unanswered: null,
    isNew: false,
    detached: null,
    rejected: false,
    ...part,
  };
}

beforeEach(() => {
  silenceWarnings();
  window.localStorage.clear();
  indexedDB = new IDBFactory();
});

test('are found by user and project, newest first', async () => {
  const drafts = createDraftStorage(local);
  await drafts.put(draft({ writer: 'old', savedAt: now - hour }));
  await drafts.put(draft({ writer: 'new' }));
  await drafts.put(draft({ userId: 'bob' }));
  await drafts.put(draft({ projectKey: 'q' }));
  expect((await drafts.list('ada', 'p', now)).map(({ writer }) => writer)).toEqual(['new', 'old']);
});

test('of new projects are found whatever stands for them', async () => {
  const drafts = createDraftStorage(local);
  await drafts.put(draft({}));
  await drafts.put(draft({ projectKey: 'new', isNew: true }));
  await drafts.put(draft({ projectKey: 'newer', isNew: true, savedAt: now + 1 }));
  await drafts.put(draft({ userId: 'bob', isNew: true }));
  expect((await drafts.list('ada', null, now)).map(({ projectKey }) => projectKey)).toEqual(['newer', 'new']);
});

test('keep every character, however large', async () => {
  const drafts = createDraftStorage(local);
  const html = '\u0000é😀'.repeat(400_000);
  await drafts.put(draft({ content: { ...draft({}).content, html } }));
  expect((await drafts.list('ada', 'p', now))[0]?.content.html).toBe(html);
  expect(window.localStorage).toHaveLength(0);
});

test('a newer one of the same writer replaces the older; a removed one is gone', async () => {
  const drafts = createDraftStorage(local);
  await drafts.put(draft({}));
  await drafts.put(draft({ savedAt: now + 1 }));
  expect((await drafts.list('ada', 'p', now)).map(({ savedAt }) => savedAt)).toEqual([now + 1]);
  await drafts.remove(draft({}));
  expect(await drafts.list('ada', 'p', now)).toEqual([]);
});

test('of 24 hours are thrown away, whosever they are', async () => {
  const drafts = createDraftStorage(local);
  await drafts.put(draft({ userId: 'bob' }));
  await drafts.list('ada', 'p', now + 24 * hour);
  expect(await drafts.list('bob', 'p', now)).toEqual([]);
});

test('broken ones are thrown away', async () => {
  local.write('codestudio_draft/ada/p/tab.1', '{"userId":"ada"}');
  expect(await createDraftStorage(local).list('ada', 'p', now)).toEqual([]);
  expect(window.localStorage).toHaveLength(0);
});

test.each([
  ['is missing', () => Reflect.deleteProperty(globalThis, 'indexedDB')],
  [
    'throws',
    () => {
      indexedDB.open = () => {
        throw new DOMException('denied', 'SecurityError');
      };
    },
  ],
  [
    'never answers',
    () => {
      indexedDB.open = () => ({}) as IDBOpenDBRequest;
    },
  ],
])('are in local storage where IndexedDB %s', async (_, arrange) => {
  const before = indexedDB;
  arrange();
  const drafts = createDraftStorage(local);
  await drafts.put(draft({}));
  expect((await drafts.list('ada', 'p', now))[0]?.content.html).toBe('text');
  await drafts.remove(draft({}));
  expect(await drafts.list('ada', 'p', now)).toEqual([]);
  globalThis.indexedDB = before;
});

test('that are removed before a slow IndexedDB has stored them do not come back', async () => {
  const { open } = indexedDB;
  const held = {} as { -readonly [Name in keyof IDBOpenDBRequest]: IDBOpenDBRequest[Name] };
  indexedDB.open = () => held;
  const drafts = createDraftStorage(local);
  expect(await drafts.put(draft({}))).toBe(true);
  await drafts.remove(draft({}));
  indexedDB.open = open;
  const request = indexedDB.open('codestudio');
  request.onupgradeneeded = (event) => {
    held.result = request.result;
    held.onupgradeneeded?.call(held, event);
  };
  request.onsuccess = (event) => held.onsuccess?.call(held, event);
  expect(await createDraftStorage(local).list('ada', 'p', now)).toEqual([]);
});

test('where nothing can be stored, nothing breaks', async () => {
  indexedDB.open = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const drafts = createDraftStorage(
    browserStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    }),
  );
  expect(await drafts.put(draft({}))).toBe(false);
  await drafts.remove(draft({}));
  expect(await drafts.list('ada', 'p', now)).toEqual([]);
});
