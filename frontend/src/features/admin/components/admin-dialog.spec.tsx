import type { ManagedUser, ModeratedProject } from '@studio/contract/http/admin';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Report } from '@studio/contract/http/reports';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { browserTime } from '@/lib/time.ts';
import {
  account,
  createFakeSession,
  createFakeSocket,
  type FakeResponse,
  notFound,
  unrouted,
} from '@/testing/fake-session.ts';
import { Overlays } from '@/ui/overlays.tsx';
import { shownToast } from '@/ui/toast/toast.ts';
import type { AdminSource } from '../api/admin-client.ts';
import { createActivityStore } from '../model/activity-store.ts';
import type { AdminTab } from './admin-dialog.tsx';
import AdminDialog from './admin-dialog.tsx';
import type { InjectedComponents } from './injected-components.ts';
import UsersDialog from './users/user-management.tsx';

const user = userEvent.setup();
let responses: Record<string, FakeResponse | null | Promise<FakeResponse>>;
let server: ReturnType<typeof createFakeSession>;
let line: ReturnType<typeof createFakeSocket>;
let closed: number;
/** The last query of each list, by path. */
let asked: Record<string, unknown>;

const project: ModeratedProject = {
  id: 'p'.repeat(16),
  userId: 'b'.repeat(16),
  username: 'bob',
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
  cardUrl: 'http://p.localhost/card',
  forkedFrom: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  isByLink: false,
  openReports: 3,
  removedAt: null,
  ownerSuspended: false,
};
const bob: ManagedUser = {
  id: 'b'.repeat(16),
  username: 'bob',
  email: 'bob@studio.local',
  avatar: null,
  isAdmin: false,
  isFirstAdmin: false,
  fromForum: false,
  projects: 4,
  createdAt: '2026-11-01T00:00:00.000Z',
  suspendedAt: null,
  suspensionReason: null,
  forumDestroyedAt: null,
};
const report: Report = {
  id: 'r'.repeat(16),
  kind: 'report',
  reason: 'spam',
  note: 'Buy nothing here',
  reporter: { id: 'c'.repeat(16), username: 'carol' },
  version: 1,
  evidenceDigest: 'a'.repeat(64),
  published: null,
  project: {
    id: project.id,
    title: 'Clock',
    owner: { id: bob.id, username: 'bob' },
    exists: true,
    inTrash: false,
    removed: false,
  },
  state: 'open',
  resolution: null,
  createdAt: '2026-11-01T00:00:00.000Z',
};
const code = { html: '<b>tick</b>', css: '', js: 'steal()' };

/** What a project is besides its code, and how moderators are told. */
const besideCode = {
  description: 'Buy nothing here, ever',
  tags: ['hate', 'abuse'],
  frameworkConfig: {
    ...defaultFrameworkConfig,
    framework: 'react',
    packages: { three: '0.181.0' },
    resources: [{ kind: 'script', url: 'https://evil.example/miner.js' }],
  },
};
const factsBesideCode = [
  'Tags: hate, abuse',
  'Description: Buy nothing here, ever',
  'Framework: React 17',
  'External resources: script https://evil.example/miner.js',
  'Packages: three 0.181.0',
];
const factsIn = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('dt')].map(
    ({ textContent, nextSibling }) => `${textContent}: ${nextSibling?.textContent}`,
  );

const list = (...data: unknown[]): FakeResponse => ({
  status: 200,
  body: { data, total: data.length, page: 1, limit: 20, totalPages: 1 },
});
const refusal = (status: number, detail: string): FakeResponse => ({ status, body: { detail } });
const me = { ...account, isAdmin: true };

const injected: InjectedComponents = {
  CardPicture: ({ running, cardUrl }) => <p title={cardUrl}>{running ? 'It runs' : 'A still picture'}</p>,
  Difference: ({ before, after }) => <p>{`${before.content.html} became ${after.content.html}`}</p>,
};

beforeEach(() => {
  window.localStorage.clear();
  window.localStorage.setItem('codestudio_token', 't');
  closed = 0;
  asked = {};
  line = createFakeSocket();
  responses = {
    'GET /auth/me': { status: 200, body: me },
    'GET /admin/projects': list(project),
    'GET /admin/users': list(bob),
    'GET /admin/reports': list(report),
    'GET /admin/activity': list(),
    'GET /admin/audit': list(),
  };
  server = createFakeSession((asked) =>
    asked in responses ? (responses[asked] ?? null) : { status: 404, body: {} },
  );
});
afterEach(() => act(() => shownToast.setState(null, true)));

async function open(name: string, draw: (source: AdminSource, onClose: () => void) => ReactNode) {
  await act(() => server.session.start());
  const call = ((...given: Parameters<Call>) => {
    const [{ path }, options] = given;
    asked[path] = (options as { query?: unknown } | undefined)?.query;
    return server.call(...given);
  }) as Call;
  const onClose = () => {
    closed += 1;
  };
  render(
    <>
      {draw({ ...server, call, socket: line.socket }, onClose)}
      <Overlays />
    </>,
  );
  return screen.findByRole('dialog', { name });
}

/** The panel as the app shows it above its pages. */
function Panel({ source, onClose }: { source: AdminSource; onClose: () => void }) {
  const [tab, setTab] = useState<AdminTab>('projects');
  const [activity] = useState(() =>
    createActivityStore({ ...source, time: browserTime, userId: account.id }),
  );
  useEffect(() => activity.start(), [activity]);
  return (
    <AdminDialog
      source={source}
      injected={injected}
      activity={activity}
      tab={tab}
      onTab={setTab}
      onClose={onClose}
    />
  );
}

const openPanel = () => open('Admin Panel', (source, onClose) => <Panel source={source} onClose={onClose} />);

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const confirm = (action: string) =>
  user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: action }));
const openTab = async (name: string) => {
  await openPanel();
  await user.click(screen.getByRole('tab', { name }));
};
const row = (name: RegExp) => screen.findByRole('row', { name });
const emit = (type: string, id = project.id) =>
  act(() =>
    line.emit('moderation:event', {
      id: 'e'.repeat(16),
      type,
      actor: null,
      subject: { kind: 'project', id, name: 'Clock' },
      at: '2026-11-02T00:00:00.000Z',
    }),
  );

describe('Project Moderation', () => {
  test('H65: shows what people wrote literally, and how a project stands', async () => {
    const title = '<img src=x onerror=alert(1)>';
    responses['GET /admin/projects'] = list({ ...project, title, username: '<b>bob</b>', isPublic: false });
    const dialog = await openPanel();
    const line = within(await row(/onerror/));
    line.getByText(title);
    line.getByText('<b>bob</b>');
    expect(line.getAllByText('Private').length).toBeGreaterThan(0);
    expect(dialog.querySelector('table img')).toBeNull();
    expect(line.getByRole('link', { name: 'Open' })).toMatchObject({
      target: '_blank',
      pathname: `/project/${project.id}`,
    });
  });

  test.each([
    ['in embeds', 'Embeddable', { isEmbeddable: true, isByLink: true }],
    ['by link', 'By link', { isByLink: true }],
  ])('says of a project that is not public that others see it %s', async (_, state, how) => {
    responses['GET /admin/projects'] = list({ ...project, isPublic: false, ...how });
    await openPanel();
    const line = within(await row(/Clock/));
    expect(line.getAllByText(state).length).toBeGreaterThan(0);
    expect(line.queryByText('Private')).toBeNull();
  });

  test('is searched, sorted and filtered', async () => {
    await openPanel();
    await row(/Clock/);
    expect(asked['/admin/projects']).toEqual({ page: 1, sortBy: 'recent', filter: 'all' });
    await press('Most viewed');
    await waitFor(() =>
      expect(asked['/admin/projects']).toEqual({ page: 1, sortBy: 'views', filter: 'all' }),
    );
    await press('Reported');
    await user.type(screen.getByRole('searchbox'), 'tick');
    await waitFor(() =>
      expect(asked['/admin/projects']).toEqual({
        page: 1,
        sortBy: 'recent',
        filter: 'reported',
        search: 'tick',
      }),
    );
  });

  test('says that it could not be loaded, and tries again', async () => {
    responses['GET /admin/projects'] = refusal(503, 'The server cannot reach its database.');
    await openPanel();
    await waitFor(() =>
      expect(shownToast.getState()).toMatchObject({
        title: 'Failed to load admin data',
        description: 'The server cannot reach its database.',
      }),
    );
    expect((await screen.findByRole('alert')).textContent).toContain('cannot reach its database');
    responses['GET /admin/projects'] = list(project);
    await press('Retry');
    await row(/Clock/);
    const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(statuses).toContain('Projects: 1');
  });

  test('a project is looked at without running it until that is asked for', async () => {
    responses[`GET /projects/${project.id}`] = { status: 200, body: { ...project, ...code } };
    await openPanel();
    await row(/Clock/);
    await press('View');
    await screen.findByText('<b>tick</b>');
    screen.getByText('A still picture');
    await press('Run');
    screen.getByText('It runs');
    await user.click(screen.getByRole('tab', { name: 'JavaScript' }));
    screen.getByText('steal()');
  });

  const savedAs = (version: number) => ({
    ...project,
    version,
    cardUrl: `http://p.localhost/card?v=${version}`,
    description: `Version ${version}`,
  });

  test('shows of a viewed project what the code does not: scripts of other sites, packages, the description', async () => {
    responses[`GET /projects/${project.id}`] = { status: 200, body: { ...project, ...code, ...besideCode } };
    await openPanel();
    await row(/Clock/);
    await press('View');
    await screen.findByText('<b>tick</b>');
    expect(factsIn(screen.getByRole('dialog', { name: 'Clock' }))).toEqual([
      'Author: bob',
      expect.stringContaining('Created: '),
      expect.stringContaining('Changed: '),
      ...factsBesideCode,
    ]);
  });

  test('a project that was saved since the list was loaded is looked at as it is now', async () => {
    await openPanel();
    await row(/Clock/);
    responses['GET /admin/projects'] = list(savedAs(2));
    await press('View');
    await screen.findByTitle('http://p.localhost/card?v=2');
    screen.getByText('Version 2');
  });

  test('a project that is saved while it is looked at is followed, and stays when it leaves the page', async () => {
    await openPanel();
    await row(/Clock/);
    await press('View');
    await press('Run');
    responses['GET /admin/projects'] = list(savedAs(2));
    emit('project-published');
    expect((await screen.findByTitle('http://p.localhost/card?v=2')).textContent).toBe('It runs');
    screen.getByText('Version 2');
    responses['GET /admin/projects'] = list({ ...project, id: 'o'.repeat(16), title: 'Orbit' });
    emit('project-published');
    await screen.findByText('Orbit');
    screen.getByTitle('http://p.localhost/card?v=2');
    screen.getByText('Version 2');
  });

  test('the stronger confirmation names title and owner, and waits until it is understood', async () => {
    responses[`DELETE /admin/projects/${project.id}`] = refusal(503, 'Away.');
    await openPanel();
    await row(/Clock/);
    await press('Delete');
    const question = within(screen.getByRole('alertdialog'));
    question.getByText(/“Clock” by bob will be permanently deleted/);
    const confirm = question.getByRole('button', { name: 'Delete permanently' });
    expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Delete permanently',
      'Cancel',
    ]);
    expect(confirm).toHaveProperty('disabled', true);
    await user.click(question.getByRole('checkbox'));
    await user.click(confirm);
    await waitFor(() =>
      expect(shownToast.getState()).toMatchObject({ title: 'Admin delete failed', description: 'Away.' }),
    );
    // Nor has a proxy that finds nothing deleted it.
    responses[`DELETE /admin/projects/${project.id}`] = unrouted;
    await user.click(confirm);
    await waitFor(() =>
      expect(shownToast.getState()).toMatchObject({
        title: 'Admin delete failed',
        description: 'An error occurred.',
      }),
    );

    responses[`DELETE /admin/projects/${project.id}`] = { status: 204 };
    responses['GET /admin/projects'] = list();
    await user.click(confirm);
    await screen.findByText('No projects found');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(shownToast.getState()?.title).toBe('Project deleted');
  });

  test('a list that is loaded late after a deletion leaves the focus where somebody has put it', async () => {
    responses[`DELETE /admin/projects/${project.id}`] = { status: 204 };
    await openPanel();
    await row(/Clock/);
    await press('Delete');
    const late = Promise.withResolvers<FakeResponse>();
    responses['GET /admin/projects'] = late.promise;
    await user.click(screen.getByRole('checkbox'));
    await press('Delete permanently');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(screen.getByRole('searchbox'));
    late.resolve(list());
    await screen.findByText('No projects found');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });
});

describe('an answer that comes after its dialog was left', () => {
  const late = () => {
    const answer = Promise.withResolvers<FakeResponse>();
    return {
      ...answer,
      toast: (title: string) => waitFor(() => expect(shownToast.getState()?.title).toBe(title)),
    };
  };

  test('leaves the question about another project alone', async () => {
    const { promise, resolve, toast } = late();
    responses['GET /admin/projects'] = list(project, { ...project, id: 'o'.repeat(16), title: 'Orbit' });
    responses[`DELETE /admin/projects/${project.id}`] = promise;
    await openPanel();
    const ask = async (name: RegExp) =>
      user.click(within(await row(name)).getByRole('button', { name: 'Delete' }));
    await ask(/Clock/);
    await user.click(screen.getByRole('checkbox'));
    await confirm('Delete permanently');
    await confirm('Cancel');
    await ask(/Orbit/);
    await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Spam.');
    resolve({ status: 204 });
    await toast('Project deleted');
    within(screen.getByRole('alertdialog')).getByText(/“Orbit” by bob/);
    expect(screen.getByRole('textbox', { name: /^Reason/ })).toHaveProperty('value', 'Spam.');
  });

  test('leaves the project that is viewed by then alone', async () => {
    const { promise, resolve, toast } = late();
    const orbit = { ...project, id: 'o'.repeat(16), title: 'Orbit' };
    responses['GET /admin/projects'] = list(project, orbit);
    responses[`DELETE /admin/projects/${project.id}`] = promise;
    await openPanel();
    await user.click(within(await row(/Clock/)).getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('checkbox'));
    await confirm('Delete permanently');
    await confirm('Cancel');
    await user.click(within(await row(/Orbit/)).getByRole('button', { name: 'View' }));
    resolve({ status: 204 });
    await toast('Project deleted');
    screen.getByRole('dialog', { name: 'Orbit' });
  });

  test('leaves the question about another account alone', async () => {
    const { promise, resolve, toast } = late();
    responses['GET /admin/users'] = list(bob, {
      ...bob,
      id: 'd'.repeat(16),
      username: 'dora',
      email: 'dora@studio.local',
    });
    responses[`PATCH /admin/users/${bob.id}/suspension`] = promise;
    await openTab('User Management');
    const ask = async (name: RegExp, reason: string) => {
      await user.click(within(await row(name)).getByRole('button', { name: 'Suspend' }));
      await user.type(screen.getByRole('textbox', { name: 'Reason' }), reason);
    };
    await ask(/bob/, 'Spam.');
    await confirm('Suspend');
    await confirm('Cancel');
    await ask(/dora/, 'Abuse.');
    resolve({ status: 200, body: bob });
    await toast('User updated');
    screen.getByRole('alertdialog', { name: 'Suspend dora' });
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveProperty('value', 'Abuse.');
  });

  test('leaves the review of another report alone', async () => {
    const { promise, resolve, toast } = late();
    const other: Report = { ...report, id: 's'.repeat(16), project: { ...report.project, title: 'Orbit' } };
    responses['GET /admin/reports'] = list(report, other);
    responses[`POST /admin/reports/${report.id}/resolve`] = promise;
    await openTab('Reports');
    const review = async (name: RegExp) =>
      user.click(within(await row(name)).getByRole('button', { name: 'Review' }));
    await review(/Clock/);
    await press('Dismiss report');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Report on Clock' })).toBeNull());
    await review(/Orbit/);
    await user.type(screen.getByLabelText(/^Reason/), 'It sells.');
    resolve({ status: 200, body: { ...report, state: 'dismissed' } });
    await toast('Report decided');
    screen.getByRole('dialog', { name: 'Report on Orbit' });
    expect(screen.getByLabelText(/^Reason/)).toHaveProperty('value', 'It sells.');
  });
});

describe('what other admins do', () => {
  const other = { ...project, id: 'o'.repeat(16), title: 'Orbit' };

  test('comes, changes and goes without being asked for', async () => {
    await openPanel();
    await row(/Clock/);
    responses['GET /admin/projects'] = list(other, { ...project, removedAt: '2026-11-02T00:00:00.000Z' });
    emit('project-published');
    await row(/Orbit/);
    expect(within(await row(/Clock/)).getAllByText('Removed').length).toBeGreaterThan(0);
    responses['GET /admin/projects'] = list(other);
    emit('project-deleted');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Clock/ })).toBeNull());
  });

  test('a page that could not be loaded leaves the way to the others', async () => {
    responses['GET /admin/projects'] = {
      status: 200,
      body: { data: [project], total: 21, page: 1, limit: 20, totalPages: 2 },
    };
    await openPanel();
    await row(/Clock/);
    responses['GET /admin/projects'] = refusal(503, 'The server cannot reach its database.');
    await press('Next page');
    await screen.findByRole('alert');
    screen.getByText('Page 2 of 2');
    await press('Previous page');
    await row(/Clock/);
    // Nothing is known of the pages of a search.
    await user.type(screen.getByRole('searchbox'), 'Orbit');
    await screen.findByRole('alert');
    expect(screen.queryByText(/^Page/)).toBeNull();
  });

  test('may leave nothing on the last page: the one before it is shown', async () => {
    responses['GET /admin/projects'] = {
      status: 200,
      body: { data: [project], total: 21, page: 1, limit: 20, totalPages: 2 },
    };
    await openPanel();
    await row(/Clock/);
    responses['GET /admin/projects'] = {
      status: 200,
      body: { data: [], total: 20, page: 2, limit: 20, totalPages: 1 },
    };
    await press('Next page');
    await waitFor(() => expect(asked['/admin/projects']).toMatchObject({ page: 2 }));
    await waitFor(() => expect(asked['/admin/projects']).toMatchObject({ page: 1 }));
  });

  test('never moves what somebody is about to press', async () => {
    await openPanel();
    const button = within(await row(/Clock/)).getByRole('button', { name: 'View' });
    act(() => button.focus());
    responses['GET /admin/projects'] = list(other, { ...project, title: 'Clock two' });
    emit('project-published');
    await row(/Clock two/);
    expect(screen.queryByRole('row', { name: /Orbit/ })).toBeNull();
    expect(document.activeElement).toBe(button);
    await press('Show 1 new');
    await row(/Orbit/);
  });

  test('shows what is new by keyboard, too, and the focus moves to it', async () => {
    await openPanel();
    const view = within(await row(/Clock/)).getByRole('button', { name: 'View' });
    act(() => view.focus());
    responses['GET /admin/projects'] = list(other, project);
    emit('project-published');
    const show = await screen.findByRole('button', { name: 'Show 1 new' });
    act(() => show.focus());
    // The list decides in the next task whether it was left.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(document.activeElement).toBe(show);
    await user.keyboard('{Enter}');
    await row(/Orbit/);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Projects' }));
  });
});

describe('User Management', () => {
  test('grants and revokes; the first admin is left alone', async () => {
    responses['GET /admin/users'] = list(
      {
        ...bob,
        id: 'r'.repeat(16),
        username: 'root',
        email: 'root@studio.local',
        isAdmin: true,
        isFirstAdmin: true,
      },
      bob,
    );
    responses[`PATCH /admin/users/${bob.id}/admin`] = { status: 200, body: { ...bob, isAdmin: true } };
    await openTab('User Management');
    const first = within(await row(/root/)).getByRole('button', { name: 'Revoke admin' });
    expect(first).toMatchObject({ disabled: true, title: 'The first admin always stays an admin.' });
    responses['GET /admin/users'] = list({ ...bob, isAdmin: true });
    await user.click(within(await row(/bob/)).getByRole('button', { name: 'Grant admin' }));
    screen.getByRole('alertdialog', { name: 'Make bob an admin' });
    await confirm('Grant admin');
    await within(await row(/bob/)).findByRole('button', { name: 'Revoke admin' });
    expect(shownToast.getState()?.title).toBe('User updated');
  });

  test('is shown as it is after a grant, where a response from before that is still on its way', async () => {
    await openTab('User Management');
    await row(/bob/);
    const late = Promise.withResolvers<FakeResponse>();
    responses['GET /admin/users'] = late.promise;
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Admin first');
    await waitFor(() => expect(asked['/admin/users']).toMatchObject({ sortBy: 'admin' }));
    responses['GET /admin/users'] = list({ ...bob, isAdmin: true });
    responses[`PATCH /admin/users/${bob.id}/admin`] = { status: 200, body: { ...bob, isAdmin: true } };
    await user.click(within(await row(/bob/)).getByRole('button', { name: 'Grant admin' }));
    await confirm('Grant admin');
    late.resolve(list(bob));
    await within(await row(/bob/)).findByRole('button', { name: 'Revoke admin' });
  });

  test.each([
    [409, 'Nobody else is an admin.', 'Failed to update user admin status. Nobody else is an admin.'],
    [429, 'Wait a minute.', 'Failed to update user admin status. Wait a minute.'],
    [503, 'Away.', 'Failed to update user admin status.'],
  ])('%s, “%s”, is shown as “%s”', async (status, detail, shown) => {
    responses[`PATCH /admin/users/${bob.id}/admin`] = refusal(status, detail);
    await openTab('User Management');
    await row(/bob/);
    await press('Grant admin');
    await confirm('Grant admin');
    await waitFor(() =>
      expect(shownToast.getState()).toMatchObject({ title: 'Update failed', description: shown }),
    );
  });

  test.each([
    ['admin', 'Grant admin'],
    ['suspension', 'Suspend'],
  ])('an account that was removed meanwhile leaves the list, which says so (%s)', async (path, action) => {
    responses[`PATCH /admin/users/${bob.id}/${path}`] = notFound;
    await openTab('User Management');
    await row(/bob/);
    await press(action);
    responses['GET /admin/users'] = list();
    const reason = screen.queryByLabelText('Reason');
    if (reason) await user.type(reason, 'spam');
    await confirm(action);
    await screen.findByText('No users found');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(shownToast.getState()?.description).toMatch(/This account was removed meanwhile\.$/);
  });

  test('asks before, and does what it asked though the list has changed meanwhile', async () => {
    responses[`PATCH /admin/users/${bob.id}/admin`] = { status: 200, body: { ...bob, isAdmin: true } };
    await openTab('User Management');
    await row(/bob/);
    await press('Grant admin');
    expect(server.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
    responses['GET /admin/users'] = list({ ...bob, isAdmin: true });
    emit('user-admin-changed');
    await screen.findByText('Revoke admin');
    screen.getByRole('alertdialog', { name: 'Make bob an admin' });
    await confirm('Grant admin');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asked['/admin/users/:id/admin']).toEqual({ grant_admin: 'true' });
  });

  const day = '2026-11-02T00:00:00.000Z';
  test.each([
    ['a suspended user', { suspendedAt: day }, 'Grant admin', 'A suspended user cannot be an admin.'],
    [
      'a user whom the forum has deleted',
      { forumDestroyedAt: day },
      'Grant admin',
      'The forum has deleted this account.',
    ],
    ['a suspended admin', { suspendedAt: day, isAdmin: true }, 'Revoke admin', ''],
  ])('lets %s lose the right, but not get it', async (_, account, action, title) => {
    responses['GET /admin/users'] = list({ ...bob, ...account });
    await openTab('User Management');
    const button = within(await row(/bob/)).getByRole('button', { name: action });
    expect(button).toMatchObject({ disabled: title !== '', title });
  });

  test('is a dialog of its own as well, with 20 users on a page', async () => {
    await open('User Management', (source, onClose) => <UsersDialog source={source} onClose={onClose} />);
    await row(/bob@studio.local/);
    expect(asked['/admin/users']).toEqual({ page: 1, sortBy: 'recent', limit: 20 });
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Admin first');
    await waitFor(() => expect(asked['/admin/users']).toMatchObject({ sortBy: 'admin' }));
  });

  test('says that the users could not be loaded', async () => {
    responses['GET /admin/users'] = null;
    await openTab('User Management');
    await waitFor(() => expect(shownToast.getState()?.title).toBe('Failed to load users'));
  });

  test('nobody is suspended without a reason', async () => {
    responses[`PATCH /admin/users/${bob.id}/suspension`] = { status: 200, body: bob };
    await openTab('User Management');
    await row(/bob/);
    await press('Suspend');
    const question = within(screen.getByRole('alertdialog', { name: 'Suspend bob' }));
    const suspend = question.getByRole('button', { name: 'Suspend' });
    expect(suspend).toHaveProperty('disabled', true);
    await user.type(question.getByLabelText('Reason'), ' spam ');
    await user.click(suspend);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      suspended: true,
      reason: 'spam',
    });
  });

  test('whom another admin has suspended meanwhile keeps that reason, which is shown', async () => {
    const detail =
      'This account is already suspended: “Sold things.” Unsuspend it first to give another reason.';
    responses[`PATCH /admin/users/${bob.id}/suspension`] = refusal(409, detail);
    await openTab('User Management');
    await row(/bob/);
    await press('Suspend');
    responses['GET /admin/users'] = list({
      ...bob,
      suspendedAt: '2026-11-02T00:00:00.000Z',
      suspensionReason: 'Sold things.',
    });
    const question = within(screen.getByRole('alertdialog', { name: 'Suspend bob' }));
    await user.type(question.getByLabelText('Reason'), 'spam');
    await user.click(question.getByRole('button', { name: 'Suspend' }));
    await within(await row(/bob/)).findByRole('button', { name: 'Unsuspend' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getAllByText('Sold things.').length).toBeGreaterThan(0);
    expect(shownToast.getState()).toMatchObject({ title: 'Update failed', description: detail });
  });
});

describe('Reports', () => {
  beforeEach(() => {
    responses[`GET /admin/reports/${report.id}/evidence`] = evidence({});
    responses[`GET /projects/${project.id}`] = {
      status: 200,
      body: { ...project, ...code, html: '<i>tock</i>' },
    };
  });

  const evidence = (change: object) => ({
    status: 200,
    body: { ...project, ...code, picture: null, ...change },
  });
  /** What the list and the report itself say from now on. */
  function reportIs(now: Report) {
    responses['GET /admin/reports'] = now.state === 'open' ? list(now) : list();
    responses[`GET /admin/reports/${report.id}`] = { status: 200, body: now };
  }
  const decisions = () =>
    server.requests.filter(({ path }) => path.endsWith('/resolve')).map(({ body }) => body);

  async function review() {
    await openTab('Reports');
    await row(/Clock/);
    expect(screen.getByRole('tab', { name: 'Reports', description: '1 open' })).not.toBeNull();
    await press('Review');
    await screen.findByText('<b>tick</b>');
  }

  test('show who says what, the code as it was, and what has changed since', async () => {
    await review();
    const dialog = within(screen.getByRole('dialog', { name: 'Report on Clock' }));
    dialog.getByText('carol');
    dialog.getByText('Buy nothing here');
    await user.click(await dialog.findByRole('tab', { name: 'Changes since the report' }));
    dialog.getByText('<b>tick</b> became <i>tock</i>');
  });

  test('of somebody whose account was deleted since do not name the studio', async () => {
    reportIs({ ...report, reporter: null });
    await review();
    const dialog = within(screen.getByRole('dialog', { name: 'Report on Clock' }));
    dialog.getByText('A deleted account');
  });

  test('of a published version name it, compare it with the latest, and open it until it is withdrawn', async () => {
    const ofVersion = (withdrawn: boolean) => ({ ...report, published: { rev: 3, withdrawn } });
    reportIs(ofVersion(false));
    await review();
    screen.getByText(/^version 3 by /);
    const dialog = within(screen.getByRole('dialog', { name: /^Report on version 3 of .*Clock/ }));
    expect(dialog.getByRole('link', { name: 'Open version 3' })).toMatchObject({
      pathname: `/project/${project.id}@3`,
    });
    expect(dialog.getByRole('link', { name: 'Open' })).toMatchObject({ pathname: `/project/${project.id}` });
    await user.click(await dialog.findByRole('tab', { name: 'Compared with the latest version' }));
    dialog.getByText('<b>tick</b> became <i>tock</i>');
    reportIs(ofVersion(true));
    emit('project-published');
    await dialog.findByText('3, withdrawn by its owner since');
    expect(dialog.queryByRole('link', { name: 'Open version 3' })).toBeNull();
  });

  test('show what the code does not: scripts of other sites, packages, the description, the picture in lists', async () => {
    responses[`GET /admin/reports/${report.id}/evidence`] = evidence({ ...besideCode, picture: 'QUJD' });
    await review();
    const dialog = screen.getByRole('dialog', { name: 'Report on Clock' });
    expect(factsIn(dialog)).toEqual(expect.arrayContaining(factsBesideCode));
    const caption = within(dialog).getByText('The picture on its card when it was reported');
    expect(caption.parentElement?.querySelector('img')?.src).toBe('data:image/webp;base64,QUJD');
  });

  test('that are decided elsewhere while they are open say so and by whom, and offer no decision', async () => {
    reportIs(report);
    await review();
    const dialog = within(screen.getByRole('dialog', { name: 'Report on Clock' }));
    dialog.getByRole('button', { name: 'Dismiss report' });
    const resolution = {
      by: { id: 'd'.repeat(16), username: 'dora' },
      at: report.createdAt,
      note: 'It sells nothing.',
    };
    reportIs({ ...report, state: 'dismissed', resolution });
    emit('report-resolved');
    await dialog.findByText('This has already been decided since you opened it.');
    dialog.getByText(/^Dismissed by dora,/);
    dialog.getByText('It sells nothing.');
    expect(dialog.queryByRole('button', { name: 'Dismiss report' })).toBeNull();
    expect(dialog.queryByRole('textbox', { name: /^Reason/ })).toBeNull();
  });

  test('are decided with a reason; where somebody was faster the queue says so', async () => {
    responses[`POST /admin/reports/${report.id}/resolve`] = refusal(409, 'It has been decided already.');
    await review();
    await user.type(screen.getByLabelText(/^Reason/), 'It sells.');
    responses['GET /admin/reports'] = list();
    await press('Remove project');
    await confirm('Remove project');
    await screen.findByText('No open reports');
    expect(shownToast.getState()).toMatchObject({
      title: 'This has already been decided',
      tone: 'danger',
    });
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      action: 'remove',
      note: 'It sells.',
      shown: { reason: 'spam', note: 'Buy nothing here', version: 1, evidenceDigest: report.evidenceDigest },
    });
  });

  test('whose project is removed name what follows, and nothing happens before it is confirmed', async () => {
    responses[`POST /admin/reports/${report.id}/resolve`] = {
      status: 200,
      body: { ...report, state: 'removed' },
    };
    await review();
    await press('Remove project');
    const question = within(screen.getByRole('alertdialog', { name: 'Remove project' }));
    question.getByText(/bob.* is told the reason \(Spam\) and can appeal once/);
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(decisions()).toEqual([]);
    await press('Remove project');
    await confirm('Remove project');
    await waitFor(() => expect(shownToast.getState()?.title).toBe('Report decided'));
    expect(decisions()).toMatchObject([{ action: 'remove' }]);
  });

  test('are dismissed without a question, since they can be filed again', async () => {
    responses[`POST /admin/reports/${report.id}/resolve`] = {
      status: 200,
      body: { ...report, state: 'dismissed' },
    };
    await review();
    await press('Dismiss report');
    await waitFor(() => expect(decisions()).toMatchObject([{ action: 'dismiss' }]));
  });

  test('by an owner are dismissed for good only after that was confirmed', async () => {
    const appeal: Report = { ...report, kind: 'appeal', project: { ...report.project, removed: true } };
    responses['GET /admin/reports'] = list(appeal);
    responses[`POST /admin/reports/${report.id}/resolve`] = {
      status: 200,
      body: { ...appeal, state: 'dismissed' },
    };
    await review();
    await press('Dismiss appeal');
    screen.getByText(/stays removed for good: .*bob.* cannot appeal again/);
    expect(decisions()).toEqual([]);
    await confirm('Dismiss appeal');
    await waitFor(() => expect(shownToast.getState()?.title).toBe('Appeal decided'));
    expect(decisions()).toMatchObject([{ action: 'dismiss' }]);
  });

  test('that their authors change meanwhile show what they say now, and are not decided unread', async () => {
    const sentence = 'Its author has changed this report since you opened it. Read it again, then decide.';
    responses[`POST /admin/reports/${report.id}/resolve`] = {
      status: 409,
      body: { code: 'report_changed', detail: sentence },
    };
    await review();
    const dialog = within(screen.getByRole('dialog', { name: 'Report on Clock' }));
    await user.type(dialog.getByLabelText(/^Reason/), 'It sells.');
    reportIs({ ...report, reason: 'malware', note: 'It steals.', version: 2 });
    responses[`GET /admin/reports/${report.id}/evidence`] = evidence({ html: '<b>steal</b>', version: 2 });
    await press('Dismiss report');
    await waitFor(() =>
      expect(shownToast.getState()).toMatchObject({ title: 'Report changed', description: sentence }),
    );
    await dialog.findByText('It steals.');
    await dialog.findByText('<b>steal</b>');
    dialog.getByText('This report has changed since you opened it.');
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', 'It sells.');
    await press('Remove project');
    await confirm('Remove project');
    await waitFor(() => expect(decisions()).toHaveLength(2));
    expect(decisions()[1]).toMatchObject({ shown: { reason: 'malware', note: 'It steals.', version: 2 } });
  });

  test('whose picture is another one by now show that one, and say that they have changed', async () => {
    const path = `GET /admin/reports/${report.id}/evidence`;
    responses[path] = evidence({ picture: 'QUJD' });
    responses[`POST /admin/reports/${report.id}/resolve`] = {
      status: 200,
      body: { ...report, state: 'dismissed' },
    };
    await review();
    const dialog = screen.getByRole('dialog', { name: 'Report on Clock' });
    await waitFor(() => expect(dialog.querySelector('img')?.src).toContain('QUJD'));
    responses[path] = evidence({ picture: 'REVG' });
    const evidenceDigest = 'd'.repeat(64);
    reportIs({ ...report, evidenceDigest });
    emit('report-filed');
    await within(dialog).findByText('This report has changed since you opened it.');
    await waitFor(() => expect(dialog.querySelector('img')?.src).toContain('REVG'));
    await press('Dismiss report');
    await waitFor(() => expect(decisions()).toMatchObject([{ shown: { evidenceDigest } }]));
  });
});

test('the oldest activity is shown by keyboard, and the focus stays in the list', async () => {
  const event = (n: number) => ({
    id: String(n).padStart(16, '0'),
    type: 'project-published',
    actor: { id: bob.id, username: 'bob' },
    subject: { kind: 'project', id: project.id, name: `Clock ${n}` },
    at: `2026-11-0${n}T00:00:00.000Z`,
  });
  const page = (number: number, n: number): FakeResponse => ({
    status: 200,
    body: { data: [event(n)], total: 2, page: number, limit: 1, totalPages: 2 },
  });
  responses['GET /admin/activity'] = page(1, 2);
  await openTab('Activity');
  const older = await screen.findByRole('button', { name: 'Show older' });
  responses['GET /admin/activity'] = page(2, 1);
  act(() => older.focus());
  await user.keyboard('{Enter}');
  await screen.findByText(/Clock 1/);
  const region = screen.getByRole('region', { name: 'Activity' });
  await waitFor(() => expect(document.activeElement).toBe(region));
});

describe('Audit Log', () => {
  const { fetch } = window;
  afterEach(() => {
    window.fetch = fetch;
  });

  test('a download whose refusal breaks off has failed, and can be tried again', async () => {
    const brokenOff = new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) });
    window.fetch = async () => new Response(brokenOff, { status: 503 });
    await openTab('Audit Log');
    await press('Download CSV');
    await waitFor(() => expect(shownToast.getState()).toMatchObject({ title: 'Download failed' }));
    expect(screen.getByRole('button', { name: 'Download CSV' }).getAttribute('aria-disabled')).toBeNull();
  });
});

test('H17: a user who is no longer an admin is notified, and the panel closes', async () => {
  await openPanel();
  await row(/Clock/);
  responses['GET /auth/me'] = { status: 200, body: account };
  responses['GET /admin/users'] = refusal(403, 'Only admins may do this.');
  await user.click(screen.getByRole('tab', { name: 'User Management' }));
  await waitFor(() => expect(closed).toBe(1));
  expect(server.session.getState().user?.isAdmin).toBe(false);
  expect(shownToast.getState()?.title).toBe('You are no longer an admin');
});
