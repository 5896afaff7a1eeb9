import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Page } from '@studio/contract/http/paging';
import type { ProjectSummary } from '@studio/contract/http/projects';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps, ComponentType } from 'react';
import { commandsWithoutPage } from '@/testing/commands-without-page.ts';
import { ada, bob, openFakeStudio } from '@/testing/fake-browser.ts';
import { createFakeCall, createFakeSocket } from '@/testing/fake-session.ts';
import { openQuestion } from '@/ui/dialogs/confirm.ts';
import { Overlays } from '@/ui/overlays.tsx';
import { shownToast } from '@/ui/toast/toast.ts';
import type { ProjectStore } from '../../model/project-store.ts';
import BrowseDialog from './browse-dialog.tsx';
import YourProjectsDialog from './your-projects-dialog.tsx';

const user = userEvent.setup();
let surroundings: ReturnType<typeof openFakeStudio>;
let store: ProjectStore;
/** The projects in the server's lists. */
let listed: ProjectSummary[];
let totalPages: number;
let failing: boolean;
/** The query string of each list request. */
let asked: string[];
let closed: number;

/** Answers lists and likes; the fake server answers everything else. */
async function listServer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (failing) return Response.json({ detail: 'A backing service is away.' }, { status: 503 });
  const liked = pathname.match(/^\/projects\/(\w+)\/like$/)?.[1];
  if (liked) {
    const isLiked = request.method === 'PUT';
    return Response.json({ likes: isLiked ? 8 : 7, isLiked });
  }
  asked.push(search);
  const page = Number(new URLSearchParams(search).get('page'));
  const data = page > totalPages ? [] : listed;
  const list: Page<ProjectSummary> = { data, total: listed.length, page, limit: 20, totalPages };
  return Response.json(list);
}

function summary(fields: Partial<ProjectSummary>): ProjectSummary {
  return {
    id: '0000000000000001',
    userId: ada.id,
    username: 'ada',
    title: 'Clock',
    description: '',
    tags: [],
    isPublic: true,
    isEmbeddable: false,
    frameworkConfig: defaultFrameworkConfig,
    views: 12,
    likes: 7,
    forkCount: 2,
    isLiked: false,
    version: 1,
    cardUrl: 'http://0000000000000001.localhost/card/0000000000000001?v=1&k=k',
    forkedFrom: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    ...fields,
  };
}

type Props = ComponentProps<typeof BrowseDialog> & ComponentProps<typeof YourProjectsDialog>;

async function open(Dialog: ComponentType<Props>) {
  const commands = commandsWithoutPage(store);
  const { socket, emit } = createFakeSocket();
  const source = { call: createFakeCall(listServer), socket };
  const onClose = () => {
    closed += 1;
  };
  render(
    <>
      <Dialog
        source={source}
        store={store}
        commands={commands}
        userId={null}
        onForks={onClose}
        onReport={onClose}
        onClose={onClose}
      />
      <Overlays />
    </>,
  );
  return emit;
}

const card = (name: string) => screen.findByRole('listitem', { name });
const lastAsked = () => Object.fromEntries(new URLSearchParams(asked.at(-1)));

beforeEach(() => {
  surroundings = openFakeStudio();
  store = surroundings.open().store;
  listed = [summary({})];
  totalPages = 1;
  failing = false;
  asked = [];
  closed = 0;
});

afterEach(() =>
  act(() => {
    openQuestion.setState(null, true);
    shownToast.setState(null, true);
  }),
);

describe('a project card', () => {
  test('shows title, author, views, likes and forks, and at most 4 tags plus the number of the rest', async () => {
    listed = [summary({ username: 'bob', views: 1_200, forkCount: 1, tags: ['a', 'b', 'c', 'd', 'e', 'f'] })];
    await open(BrowseDialog);
    const clock = within(await card('Clock'));
    const texts = ['Clock', 'bob', '1,200', '1,200 views', '7 likes', '1 fork', '+2'];
    for (const text of texts) clock.getByText(text);
    expect(['a', 'b', 'c', 'd'].map((name) => clock.queryByRole('button', { name }))).not.toContain(null);
    expect(clock.queryByRole('button', { name: 'e' })).toBeNull();
  });

  test('shows the rest of the tags when their number is pressed', async () => {
    listed = [summary({ tags: ['a', 'b', 'c', 'd', 'e', 'f'] })];
    await open(BrowseDialog);
    const clock = within(await card('Clock'));
    await user.click(clock.getByRole('button', { name: '+2', expanded: false }));
    for (const name of ['a', 'd', 'e', 'f']) clock.getByRole('button', { name });
    await user.click(clock.getByRole('button', { name: 'Fewer tags', expanded: true }));
    expect(clock.queryByRole('button', { name: 'e' })).toBeNull();
  });

  test('shows what people wrote literally', async () => {
    listed = [summary({ title: '<img src=x onerror=alert(1)>' })];
    await open(BrowseDialog);
    await screen.findByText('<img src=x onerror=alert(1)>');
    expect(document.querySelector('li img')).toBeNull();
  });
});

describe('Browse Public Projects', () => {
  test('asks for 30, newest first', async () => {
    await open(BrowseDialog);
    await card('Clock');
    expect(lastAsked()).toEqual({ page: '1', limit: '30', sortBy: 'recent' });
  });

  test('sorts, narrows to tags, searches and pages; each of them starts at the first page', async () => {
    listed = [summary({ tags: ['css', 'grid'] })];
    totalPages = 3;
    await open(BrowseDialog);
    await card('Clock');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('Page 2 of 3');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'popular');
    await screen.findByText('Page 1 of 3');
    await user.click(screen.getByRole('button', { name: 'css' }));
    await screen.findByRole('button', { name: 'css', pressed: true });
    await user.click(screen.getByRole('button', { name: 'grid' }));
    await user.type(screen.getByRole('searchbox'), 'clock');
    const narrowed = { page: '1', limit: '30', sortBy: 'popular', tags: 'css,grid', search: 'clock' };
    await waitFor(() => expect(lastAsked()).toEqual(narrowed));
    await user.click(screen.getByRole('button', { name: 'Remove tag css' }));
    expect(lastAsked().tags).toBe('grid');
  });

  test('Like likes, and takes the like back', async () => {
    await open(BrowseDialog);
    await user.click(await screen.findByRole('button', { name: 'Like', pressed: false }));
    await screen.findByText('8 likes');
    await user.click(screen.getByRole('button', { name: 'Like', pressed: true }));
    await screen.findByText('7 likes');
  });

  test('shows that a like failed and leaves the number', async () => {
    await open(BrowseDialog);
    const like = await screen.findByRole('button', { name: 'Like' });
    failing = true;
    await user.click(like);
    await screen.findByText('Like failed');
    screen.getByText('Failed to like project.');
    screen.getByText('7 likes');
  });

  test('Load opens the project and closes the dialog', async () => {
    const project = surroundings.server.add({ userId: bob.id, isPublic: true, title: 'Clock' });
    listed = [summary({ id: project.id })];
    await open(BrowseDialog);
    await user.click(await screen.findByRole('button', { name: 'Load' }));
    await screen.findByText('Project loaded');
    expect(store.getState().project.id).toBe(project.id);
    expect(closed).toBe(1);
  });

  test('Load asks first where there are unsaved changes, and Cancel stays', async () => {
    act(() => store.actions.edit('html', '<p>mine</p>'));
    await open(BrowseDialog);
    await user.click(await screen.findByRole('button', { name: 'Load' }));
    await screen.findByRole('alertdialog', {
      description: 'You have unsaved changes. Are you sure you want to load another project?',
    });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(store.getState().typed.html).toBe('<p>mine</p>');
    expect(closed).toBe(0);
  });
});

describe('a list', () => {
  test('that cannot be loaded says so, and Retry loads it', async () => {
    failing = true;
    await open(BrowseDialog);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    failing = false;
    await user.click(retry);
    await card('Clock');
  });

  test('without projects says so', async () => {
    listed = [];
    await open(YourProjectsDialog);
    await screen.findByText('No projects yet');
  });

  test.each([
    ['Your Projects', YourProjectsDialog],
    ['Browse', BrowseDialog],
  ])('whose last page has lost all its projects turns back: %s', async (_, Dialog) => {
    totalPages = 2;
    await open(Dialog);
    await card('Clock');
    totalPages = 1;
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked.map((query) => new URLSearchParams(query).get('page'))).toContain('2'));
    await card('Clock');
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull());
  });

  test('is gone with its dialog: who opens it after a logout sees nothing of it', async () => {
    await open(YourProjectsDialog);
    await card('Clock');
    cleanup();
    failing = true;
    await open(YourProjectsDialog);
    await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByText('Clock')).toBeNull();
  });
});

describe('Your Projects', () => {
  const text = 'Delete Clock? It stays in the trash for 30 days; after that this action cannot be undone.';

  /** Opens the list with one stored project and presses Delete. */
  async function pressDelete() {
    const { id } = surroundings.server.add({ userId: ada.id, title: 'Clock' });
    listed = [summary({ id })];
    const emit = await open(YourProjectsDialog);
    await user.click(within(await card('Clock')).getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog', { description: text });
    return { id, emit, question: within(question) };
  }

  test('Delete asks, and Cancel deletes nothing', async () => {
    const { id, question } = await pressDelete();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(surroundings.server.projects.has(id)).toBe(true);
  });

  test.each([
    ['the toast', 'Undo'],
    ['the card', 'Restore'],
  ])('a deleted project is out of the count and comes back by %s', async (_, button) => {
    const { id, question } = await pressDelete();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Project deleted');
    expect(surroundings.server.projects.has(id)).toBe(false);
    const dialog = within(screen.getByRole('dialog', { name: 'Your Projects' }));
    dialog.getByText('0');
    expect(dialog.getByRole('status').textContent).toBe('0 projects');
    dialog.getByText('In the trash');
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Restore' })));
    await user.click(screen.getByRole('button', { name: button }));
    await dialog.findByRole('button', { name: 'Load' });
    dialog.getByText('1');
    expect(surroundings.server.projects.has(id)).toBe(true);
  });

  test('the focus goes from the question to Restore where the project was deleted meanwhile', async () => {
    const { id, emit, question } = await pressDelete();
    act(() => emit('project:removed', { projectId: id, by: 'owner' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    const restore = await screen.findByRole('button', { name: 'Restore' });
    await waitFor(() => expect(document.activeElement).toBe(restore));
  });

  test('a running card stops in the trash, has no Run there, and comes back as it was', async () => {
    const { question } = await pressDelete();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    const restore = await screen.findByRole('button', { name: 'Restore' });
    const clock = within(await card('Clock'));
    const names = () => clock.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names()).toEqual(['Restore']);
    await user.click(restore);
    await clock.findByRole('button', { name: 'Load' });
    expect(names()).toContain('Run');
  });
});
