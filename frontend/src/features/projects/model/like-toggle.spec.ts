import {
  bob,
  done,
  type FakePage,
  type FakeStudio,
  type Fate,
  openFakeStudio,
} from '@/testing/fake-browser.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';

let studio: FakeStudio;
let page: FakePage;
const shown = () => {
  const { likes, isLiked } = page.store.getState().project;
  return { likes, isLiked };
};
const sent = () =>
  studio.server.requests.filter(({ path }) => path.endsWith('/like')).map(({ method }) => method);

beforeEach(async () => {
  silenceWarnings();
  studio = openFakeStudio();
  page = studio.open();
  const project = studio.server.add({ userId: bob.id, isPublic: true, likes: 3 });
  await done(page.store.actions.open(project.id));
});

test('a like is on screen before the server has answered, and leaves the project unchanged otherwise', async () => {
  studio.fate = () => ({ slow: 1_000 });
  const liked = page.store.actions.toggleLike();
  await studio.time.pass(500);
  expect(shown()).toEqual({ likes: 4, isLiked: true });
  await studio.time.pass(500);
  expect(await liked).toEqual({ ok: true });
  studio.fate = () => 'delivered';
  expect(shown()).toEqual({ likes: 4, isLiked: true });
  expect(page.store.getState().dirty).toBe(false);
  await page.store.actions.toggleLike();
  expect(shown()).toEqual({ likes: 3, isLiked: false });
  expect(sent()).toEqual(['PUT', 'DELETE']);
});

test('one that fails is undone, with a message; a count announced meanwhile stays', async () => {
  studio.fate = () => 'lost on the way';
  const outcome = { ok: false, toast: 'Like failed', detail: 'Failed to like project.' };
  expect(await page.store.actions.toggleLike()).toEqual(outcome);
  expect(shown()).toEqual({ likes: 3, isLiked: false });
  studio.fate = () => {
    page.remote.likes({ projectId: page.store.getState().project.id ?? '', likes: 9 });
    return 'lost on the way';
  };
  expect(await page.store.actions.toggleLike()).toEqual(outcome);
  expect(shown()).toEqual({ likes: 9, isLiked: false });
});

test.each([
  ['one press', 1, { likes: 4, isLiked: true }, ['PUT']],
  ['two presses', 2, { likes: 3, isLiked: false }, ['PUT', 'DELETE']],
])(
  'of a like whose response was lost, the screen shows what the server has: %s',
  async (_, presses, end, asked) => {
    const fates: Fate[] = ['answer lost'];
    studio.fate = () => fates.shift() ?? 'delivered';
    const liking = Array.from({ length: presses }, () => page.store.actions.toggleLike());
    expect(await Promise.all(liking)).toEqual(liking.map(() => ({ ok: true })));
    expect(shown()).toEqual(end);
    expect(studio.server.projects.get(page.store.getState().project.id ?? '')).toMatchObject(end);
    expect(sent()).toEqual(asked);
  },
);

test('a like that is not taken back, as the session has ended, stays, although nobody else has it', async () => {
  await page.store.actions.toggleLike();
  const fates: Fate[] = ['lost on the way'];
  studio.fate = () => {
    studio.user = null;
    return fates.shift() ?? 'delivered';
  };
  expect(await page.store.actions.toggleLike()).toMatchObject({ ok: false, toast: 'Like failed' });
  expect(shown()).toEqual({ likes: 4, isLiked: true });
  expect(studio.server.requests.filter(({ path }) => path.endsWith('/summary'))).toEqual([]);
});

test('a count that was announced before the response is newer than that', async () => {
  studio.fate = () => ({ slow: 1_000 });
  const liking = page.store.actions.toggleLike();
  await studio.time.pass(500);
  page.remote.likes({ projectId: page.store.getState().project.id ?? '', likes: 9 });
  await studio.time.pass(500);
  await liking;
  expect(shown()).toEqual({ likes: 9, isLiked: true });
});

test('of quick presses the last one counts, with no more requests than it takes', async () => {
  await Promise.all(Array.from({ length: 5 }, () => page.store.actions.toggleLike()));
  expect(shown()).toEqual({ likes: 4, isLiked: true });
  expect(sent()).toEqual(['PUT']);
  await Promise.all([page.store.actions.toggleLike(), page.store.actions.toggleLike()]);
  expect(shown()).toEqual({ likes: 4, isLiked: true });
  expect(sent()).toEqual(['PUT', 'DELETE', 'PUT']);
});

test('the response changes nothing of a project that was opened meanwhile', async () => {
  const other = studio.server.add({ userId: bob.id, isPublic: true, likes: 7 });
  const liking = page.store.actions.toggleLike();
  await done(page.store.actions.open(other.id));
  await liking;
  expect(shown()).toEqual({ likes: 7, isLiked: false });
});
