import type { Fork, ForkPage } from '@studio/contract/http/forks';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeCall, createFakeSocket } from '@/testing/fake-session.ts';
import ForksDialog from '../dialogs/forks-dialog.tsx';

const user = userEvent.setup();
const root = 'r'.repeat(16);

/** Pages of forks on the server, by project. */
let pages: Record<string, Fork[][]>;
/** How many forks of a project were deleted, which its counter includes. */
let deletedForks: Record<string, number>;
/** The server's response to requests for later pages waits for it. */
let delay: Promise<void>;
let failing: boolean;
/** The path and query of each request. */
let requested: string[];

const fork = (title: string, forkCount = 0): Fork => ({
  id: title.toLowerCase().padEnd(16, '0'),
  title,
  username: 'bob',
  likes: 0,
  views: 0,
  forkCount,
  createdAt: '2026-11-01T00:00:00.000Z',
});

async function server(request: Request): Promise<Response> {
  const { pathname, search, searchParams } = new URL(request.url);
  requested.push(pathname + search);
  const [, id = ''] = pathname.match(/^\/projects\/(\w+)\/forks$/) ?? [];
  const page = Number(searchParams.get('page'));
  if (page > 1 || id !== root) await delay;
  if (failing) return Response.json({ detail: 'A backing service is away.' }, { status: 503 });
  const all = pages[id] ?? [];
  const total = all.flat().length;
  return Response.json({
    data: all[page - 1] ?? [],
    total,
    page,
    limit: 50,
    totalPages: all.length,
    publicForks: total,
    privateForks: 0,
  } satisfies ForkPage);
}

function open() {
  const call = createFakeCall(server);
  const fake = createFakeSocket();
  const socket: typeof fake.socket = {
    ...fake.socket,
    watchList(ids, onState) {
      const forkCount = (id: string) => (pages[id]?.flat().length ?? 0) + (deletedForks[id] ?? 0);
      const numbers = { isPublic: true, likes: 0, views: 0 };
      onState(ids.map((id) => ({ projectId: id, ...numbers, forkCount: forkCount(id) })));
      return () => undefined;
    },
  };
  const onClose = () => undefined;
  render(
    <ForksDialog
      source={{ call, socket }}
      project={{ id: root, title: 'Orbit' }}
      onOpen={onClose}
      onClose={onClose}
    />,
  );
  return { emit: fake.emit };
}

const item = (name: string | RegExp) => screen.findByRole('treeitem', { name });
const focus = async (name: RegExp) => {
  const focused = await item(name);
  act(() => focused.focus());
};
const expectFocus = async (name: string | RegExp) => {
  const expected = await item(name);
  await waitFor(() => expect(document.activeElement).toBe(expected));
};
const press = (keys: string) => user.keyboard(keys);
/** The names of the items that Tab reaches. */
const tabStops = () =>
  screen
    .getAllByRole('treeitem')
    .filter(({ tabIndex }) => tabIndex === 0)
    .map((one) => one.textContent);

beforeEach(() => {
  delay = Promise.resolve();
  failing = false;
  deletedForks = {};
  requested = [];
});

test('each page is requested once, when its level is shown', async () => {
  const ant = fork('Ant', 1);
  pages = { [root]: [[ant]], [ant.id]: [[fork('Bee')]] };
  open();
  await focus(/^Ant/);
  expect(requested).toEqual([`/projects/${root}/forks?page=1&limit=50`]);
  await press('{ArrowRight}');
  await item(/^Bee/);
  expect(requested.slice(1)).toEqual([`/projects/${ant.id}/forks?page=1&limit=50`]);
});

test('Show more says that it is loading, and moves the focus to the first new fork', async () => {
  const late = Promise.withResolvers<void>();
  pages = { [root]: [[fork('Ant'), fork('Bee')], [fork('Cat')]] };
  delay = late.promise;
  open();
  await focus(/^Ant/);
  await press('{End}');
  await expectFocus('Show more');
  await press('{Enter}');
  await expectFocus('Loading forks...');
  late.resolve();
  await expectFocus(/^Cat/);
  expect(screen.queryByText('Show more')).toBeNull();
  expect(tabStops()).toEqual([expect.stringContaining('Cat')]);
});

test('forks that have changed places since are all there once, in their present order', async () => {
  const [ant, bee, cat, dog] = ['Ant', 'Bee', 'Cat', 'Dog'].map((title) => fork(title)) as [
    Fork,
    Fork,
    Fork,
    Fork,
  ];
  pages = {
    [root]: [
      [ant, bee],
      [cat, dog],
    ],
  };
  open();
  const more = await screen.findByRole('button', { name: 'Show more' });
  pages = {
    [root]: [
      [ant, cat],
      [bee, dog],
    ],
  };
  await user.click(more);
  const titles = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  await waitFor(() => expect(titles()).toEqual(['Ant', 'Cat', 'Bee', 'Dog']));
});

test('Show more says why it failed, and can be pressed again', async () => {
  pages = { [root]: [[fork('Ant')], [fork('Bee')]] };
  open();
  const more = await screen.findByRole('button', { name: 'Show more' });
  failing = true;
  await user.click(more);
  expect((await screen.findByRole('alert')).textContent).toBe('A backing service is away.');
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await expectFocus(/^Bee/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the focus on a level that is loading moves to its first fork', async () => {
  const late = Promise.withResolvers<void>();
  const ant = fork('Ant', 1);
  pages = { [root]: [[ant]], [ant.id]: [[fork('Bee')]] };
  delay = late.promise;
  open();
  await focus(/^Ant/);
  await press('{ArrowRight}{ArrowDown}');
  await expectFocus('Loading forks...');
  late.resolve();
  await expectFocus(/^Bee/);
});

test('a level whose forks were all deleted says that there are none', async () => {
  const ant = fork('Ant', 1);
  pages = { [root]: [[ant]] };
  deletedForks = { [ant.id]: 1 };
  open();
  await focus(/^Ant/);
  await press('{ArrowRight}');
  await item('No forks');
});

test('Tab reaches the first fork once the one that it reached is gone', async () => {
  pages = { [root]: [[fork('Ant'), fork('Bee')]] };
  const { emit } = open();
  await focus(/^Bee/);
  expect(tabStops()).toEqual([expect.stringContaining('Bee')]);
  pages = { [root]: [[fork('Ant')]] };
  emit('project:unlisted', {});
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Bee/ })).toBeNull());
  expect(tabStops()).toEqual([expect.stringContaining('Ant')]);
});

test('a view loads no forks again, and a new fork only after what is being loaded', async () => {
  const late = Promise.withResolvers<void>();
  pages = { [root]: [[fork('Ant')], [fork('Bee')]] };
  delay = late.promise;
  const { emit } = open();
  const more = await screen.findByRole('button', { name: 'Show more' });
  requested = [];
  await user.click(more);
  emit('project:stats', { projectId: root, views: 1, forkCount: 2 });
  emit('project:stats', { projectId: root, views: 1, forkCount: 3 });
  pages = { [root]: [[fork('Cat'), fork('Ant')], [fork('Bee')]] };
  late.resolve();
  await item(/^Cat/);
  await item(/^Bee/);
  expect(requested).toEqual([2, 1, 2].map((page) => `/projects/${root}/forks?page=${page}&limit=50`));
});
