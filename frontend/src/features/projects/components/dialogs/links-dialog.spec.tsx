import { jest } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import type { ProjectLink } from '@studio/contract/links';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeSession, type FakeResponse, notFound } from '@/testing/fake-session.ts';
import { Overlays } from '@/ui/overlays.tsx';
import { shownToast } from '@/ui/toast/toast.ts';
import LinksDialog from './links-dialog.tsx';

const user = userEvent.setup();
const project = {
  id: '0000000000000001',
  title: 'Surprise',
  isPublic: false,
  isEmbeddable: false,
  liveLinks: 0,
};

/** The links on the server. */
let kept: ProjectLink[];
/** Its responses in case of refusal, by method. */
let refusals: Partial<Record<'GET' | 'POST' | 'DELETE', FakeResponse | null | Promise<FakeResponse>>>;
/** The server's clock, in ms. */
let serverTime: () => number;
let unlisted: number;
let requests: ReturnType<typeof createFakeSession>['requests'];

const link = (n: number, fields: Partial<ProjectLink> = {}): ProjectLink => ({
  id: String(n).padStart(16, '0'),
  name: `Link ${n}`,
  secret: String(n).padStart(22, 's'),
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: null,
  views: n,
  ...fields,
});
const away = { status: 503, body: { detail: 'A backing service is away.' } };
const past = '2026-11-01T00:00:00.000Z';

function server(asked: string): FakeResponse | null | Promise<FakeResponse> {
  const [method = '', address = ''] = asked.split(' ');
  const refusal = refusals[method as 'GET'];
  if (refusal !== undefined) return refusal;
  if (method === 'GET')
    return { status: 200, body: { links: kept, now: new Date(serverTime()).toISOString() } };
  if (method === 'POST') {
    const { name } = requests.at(-1)?.body as { name: string };
    const made = link(kept.length + 1, { name });
    kept = [...kept, made];
    return { status: 201, body: made };
  }
  const id = address.split('/').at(-1);
  if (!kept.some((one) => one.id === id)) return notFound;
  kept = kept.filter((one) => one.id !== id);
  return { status: 204 };
}

function open(fields: Partial<typeof project> = {}) {
  const fake = createFakeSession(server);
  requests = fake.requests;
  const dialog = (given: Partial<typeof project>) => (
    <>
      <LinksDialog
        call={fake.call}
        project={{ ...project, ...given }}
        onUnlist={async () => {
          unlisted += 1;
        }}
        onClose={() => undefined}
      />
      <Overlays />
    </>
  );
  const { rerender } = render(dialog(fields));
  return { change: (given: Partial<typeof project>) => rerender(dialog({ ...fields, ...given })) };
}

const row = async (name: string) => {
  const item = (await screen.findByText(name)).closest('li');
  if (!item) throw new Error(`${name} is in no list.`);
  return within(item);
};
/** Presses Revoke, and answers the question. */
const revoke = async (name: string, response = 'Revoke') => {
  await user.click((await row(name)).getByRole('button', { name: 'Revoke' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke link' }));
  question.getByText(/cannot be undone/);
  await user.click(question.getByRole('button', { name: response }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
};
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name');
const names = () =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent);

beforeEach(() => {
  [kept, refusals, unlisted, serverTime] = [[], {}, 0, Date.now];
});
afterEach(() => act(() => shownToast.setState(null, true)));

test('says that it is loading, then that there are none yet', async () => {
  const late = Promise.withResolvers<FakeResponse>();
  refusals = { GET: late.promise };
  open();
  await screen.findByText('Loading links...');
  late.resolve({ status: 200, body: { links: [], now: new Date().toISOString() } });
  await screen.findByText('No links yet');
  expect(screen.queryByText('Loading links...')).toBeNull();
});

test('says why links cannot be loaded, and loads them again', async () => {
  kept = [link(1)];
  refusals = { GET: away };
  open();
  await screen.findByText('Failed to load links');
  screen.getByText('A backing service is away.');
  refusals = {};
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await row('Link 1');
});

test('makes a link by keyboard, and lists it with its views and end', async () => {
  open();
  await user.type(await screen.findByLabelText('Name'), 'Friends{Enter}');
  const made = await row('Friends');
  made.getByText('1 view · Expires: Never');
  expect(nameField().value).toBe('');
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Friends',
    expiresAt: null,
  });
});

test('says why a link was not made, and keeps the name, which is marked as wrong only if it is', async () => {
  const tooMany = { code: 'publish_limit', detail: 'Not yet.', publishableFrom: null, most: 5, group: null };
  refusals = { POST: { status: 429, body: tooMany } };
  open();
  await user.type(await screen.findByLabelText('Name'), 'Friends{Enter}');
  const reason = await screen.findByRole('alert');
  expect(reason.textContent).toBe('A new account can make 5 projects public on its first day.');
  expect(nameField()).toMatchObject({ value: 'Friends' });
  expect(nameField().getAttribute('aria-invalid')).toBeNull();

  const fields = [{ path: 'name', message: 'must be at most 60 characters long' }];
  refusals = { POST: { status: 400, body: { detail: 'Refused.', fields } } };
  await user.type(nameField(), '{Enter}');
  await waitFor(() => expect(nameField().getAttribute('aria-invalid')).toBe('true'));
  screen.getByText('must be at most 60 characters long');
  expect(screen.queryByRole('alert')).toBeNull();

  refusals = { POST: null };
  await user.type(nameField(), '{Enter}');
  await screen.findByText('Network error - please check your connection.');
  expect(nameField().getAttribute('aria-invalid')).toBeNull();
  expect(names()).toEqual([]);
});

test('a link whose response was lost is made by the next try with the same key, unless another one is wanted', async () => {
  const posts = () =>
    requests.filter(({ method }) => method === 'POST').map(({ body, key }) => ({ ...(body as object), key }));
  refusals = { POST: null };
  open();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Expires' }), 'In 7 days');
  await user.type(nameField(), 'Friends{Enter}');
  await screen.findByText('Network error - please check your connection.');
  refusals = {};
  await user.type(nameField(), '{Enter}');
  await row('Friends');
  const [lost, repeated] = posts();
  expect(repeated).toEqual(lost);
  expect(lost?.key).toEqual(expect.any(String));

  await user.type(nameField(), 'Friends{Enter}');
  await waitFor(() => expect(posts()).toHaveLength(3));
  expect(posts()[2]?.key).not.toBe(lost?.key);
});

test('the next name, typed while a link is being made, stays', async () => {
  open();
  await user.type(await screen.findByLabelText('Name'), 'Friends');
  const late = Promise.withResolvers<FakeResponse>();
  refusals = { POST: late.promise };
  await user.type(nameField(), '{Enter}');
  await user.clear(nameField());
  await user.type(nameField(), 'Family');
  kept = [link(1, { name: 'Friends' })];
  late.resolve({ status: 201, body: kept[0] });
  await row('Friends');
  expect(nameField()).toHaveProperty('value', 'Family');
});

test('full, it says so in place of the form, until one is revoked', async () => {
  kept = Array.from({ length: limits.linksPerProject }, (_, n) => link(n));
  open();
  await screen.findByText(/at most 50 links/);
  expect(screen.queryByLabelText('Name')).toBeNull();
  await revoke('Link 3');
  await screen.findByLabelText('Name');
});

test('a link that has expired takes no place, and cannot be copied', async () => {
  kept = Array.from({ length: limits.linksPerProject }, (_, n) => link(n));
  kept[7] = link(7, { expiresAt: past });
  open();
  const expired = await row('Link 7');
  expired.getByText(/Expired/);
  expect(expired.queryByRole('button', { name: 'Copy link' })).toBeNull();
  screen.getByLabelText('Name');
});

test('the question about a link goes with the link, which another window has revoked', async () => {
  kept = [link(1), link(2)];
  const { change } = open({ liveLinks: 2 });
  await user.click((await row('Link 1')).getByRole('button', { name: 'Revoke' }));
  await screen.findByRole('alertdialog', { name: 'Revoke link' });
  kept = [link(2)];
  change({ liveLinks: 1 });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(names()).toEqual(['Link 2']);
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('a link expires while it is listed', async () => {
  // Later than a loaded machine takes to show the list.
  kept = [link(1, { expiresAt: new Date(Date.now() + 2_000).toISOString() })];
  open();
  (await row('Link 1')).getByRole('button', { name: 'Copy link' });
  await (await row('Link 1')).findByText(/Expired/, {}, { timeout: 4_000 });
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
});

test('links end by the clock of the server, though that of the device is years ahead', async () => {
  const hourMs = 3_600_000;
  serverTime = () => Date.parse('2024-02-01T00:00:00Z');
  kept = [
    link(1, { expiresAt: new Date(serverTime() + hourMs).toISOString() }),
    link(2, { expiresAt: new Date(serverTime() - hourMs).toISOString() }),
  ];
  open();
  (await row('Link 1')).getByRole('button', { name: 'Copy link' });
  (await row('Link 2')).getByText(/Expired/);

  await user.selectOptions(screen.getByLabelText('Expires'), 'In 7 days');
  await user.type(nameField(), 'Friends{Enter}');
  await row('Friends');
  const { expiresAt } = requests.find(({ method }) => method === 'POST')?.body as { expiresAt: string };
  expect(Math.abs(Date.parse(expiresAt) - serverTime() - 7 * 24 * hourMs)).toBeLessThan(hourMs);
});

test('the end of a link counts from when it is made, also if the device slept with the dialog open', async () => {
  const hourMs = 3_600_000;
  open();
  await screen.findByText('No links yet');
  const awake = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => awake() + 10 * hourMs);
  await user.selectOptions(screen.getByLabelText('Expires'), 'In 7 days');
  await user.type(nameField(), 'Friends{Enter}');
  await row('Friends');
  clock.mockRestore();
  const { expiresAt } = requests.find(({ method }) => method === 'POST')?.body as { expiresAt: string };
  expect(Math.abs(Date.parse(expiresAt) - awake() - (7 * 24 + 10) * hourMs)).toBeLessThan(hourMs);
});

test('one that was revoked elsewhere leaves the list, by itself or when it is revoked here', async () => {
  kept = [link(1), link(2), link(3)];
  const { change } = open({ liveLinks: 3 });
  await row('Link 3');
  kept = [link(1), link(2)];
  change({ liveLinks: 2 });
  await waitFor(() => expect(names()).toEqual(['Link 1', 'Link 2']));

  kept = [link(2)];
  await revoke('Link 1');
  await waitFor(() => expect(names()).toEqual(['Link 2']));
  expect(shownToast.getState()).toMatchObject({ title: 'Link revoked' });
});

test('revoking asks first, unless the link has expired', async () => {
  kept = [link(1), link(2, { expiresAt: past })];
  open();
  await revoke('Link 1', 'Cancel');
  expect(names()).toEqual(['Link 1', 'Link 2']);
  await user.click((await row('Link 2')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(names()).toEqual(['Link 1']));
});

test('without links says who can see the project: nobody, or anybody its embed', async () => {
  const { change } = open();
  await screen.findByText('Nobody else can see this project.');
  change({ isEmbeddable: true });
  screen.getByText('Embedding is on: anybody can see its embed.');
  expect(screen.queryByText('Nobody else can see this project.')).toBeNull();
});

test('one that could not be revoked stays, and it is said why', async () => {
  kept = [link(1)];
  refusals = { DELETE: away };
  open();
  await revoke('Link 1');
  await waitFor(() =>
    expect(shownToast.getState()).toMatchObject({
      title: 'Failed to revoke the link',
      description: 'A backing service is away.',
    }),
  );
  expect(names()).toEqual(['Link 1']);
});

test('copies the address and the embed code of a link, not of one whose secret cannot be shown again', async () => {
  kept = [link(1), link(2, { secret: null })];
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  open();
  const first = await row('Link 1');
  await user.click(first.getByRole('button', { name: 'Copy link' }));
  const address = `${window.location.origin}/s/${link(1).secret}`;
  expect(copied).toHaveBeenLastCalledWith(address);
  await user.click(first.getByRole('button', { name: 'Copy embed code' }));
  expect(copied).toHaveBeenLastCalledWith(expect.stringContaining(`src="${address}/embed"`));
  const second = await row('Link 2');
  second.getByText(/its address can no longer be shown/);
  expect(second.queryByRole('button', { name: 'Copy link' })).toBeNull();
  second.getByRole('button', { name: 'Revoke' });
});

test('of a public project says that links add nothing, and takes it out of the lists', async () => {
  open({ isPublic: true });
  await user.click(await screen.findByRole('button', { name: 'Open by link only' }));
  expect(unlisted).toBe(1);
  await waitFor(() => expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2));
});
