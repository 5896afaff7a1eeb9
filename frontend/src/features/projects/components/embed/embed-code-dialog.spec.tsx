import type { RevisionSummary } from '@studio/contract/http/revisions';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeSession, createFakeSocket, type FakeResponse } from '@/testing/fake-session.ts';
import EmbedCodeDialog from './embed-code-dialog.tsx';

const user = userEvent.setup();
const projectId = '0000000000000001';
const saved: RevisionSummary = {
  rev: 1,
  createdAt: '2026-11-01T10:30:00.000Z',
  changedAt: '2026-11-01T10:30:00.000Z',
  kind: 'manual',
  change: 'edit',
  template: null,
  restoredFrom: null,
  name: null,
  publishedAt: null,
  title: 'Clock',
  version: 1,
};
let response: FakeResponse | Promise<FakeResponse>;
let live: ReturnType<typeof createFakeSocket>;

beforeEach(() => {
  live = createFakeSocket();
});

function open(own: boolean) {
  render(
    <EmbedCodeDialog
      source={{ call: createFakeSession(() => response).call, socket: live.socket }}
      projectId={projectId}
      title="Clock"
      version={1}
      isEmbeddable={false}
      own={own}
      onEnable={() => undefined}
      onClose={() => undefined}
    />,
  );
}

test('versions that could not be loaded say so, and Retry loads them; the latest can be embedded meanwhile', async () => {
  response = { status: 503, body: { detail: 'A backing service is away.' } };
  open(true);
  screen.getByText('Loading the versions...');
  const failure = within(await screen.findByRole('alert'));
  failure.getByText('The versions could not be loaded. A backing service is away.');
  screen.getByDisplayValue(new RegExp(`/embed/${projectId}"`));
  response = { status: 200, body: { data: [saved], total: 1, page: 1, limit: 100, totalPages: 1 } };
  await user.click(failure.getByRole('button', { name: 'Retry' }));
  const version = await screen.findByLabelText('Version');
  expect(within(version).getAllByRole('option')).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['', 'version:withdrawn', { projectId, rev: 1 }],
  [', also while the connection was gone', 'connect', undefined],
])('a version that is withdrawn in another window is offered no more%s', async (_, event, payload) => {
  const versionsOf = (...data: RevisionSummary[]) => ({
    status: 200,
    body: { data, total: data.length, page: 1, limit: 100, totalPages: 1 },
  });
  const newest = { ...saved, rev: 2 };
  response = versionsOf(newest, { ...saved, name: 'First', publishedAt: saved.createdAt });
  open(true);
  await user.selectOptions(await screen.findByLabelText('Version'), 'First');
  screen.getByDisplayValue(new RegExp(`/embed/${projectId}@1"`));
  response = versionsOf(newest, { ...saved, name: 'First' });
  act(() => live.emit(event, payload));
  await screen.findByDisplayValue(new RegExp(`/embed/${projectId}"`));
  screen.getByDisplayValue('Always the latest');
  expect(screen.queryByText('First')).toBeNull();
});

test('the versions of another user’s project, which only its owner can list, are left out', () => {
  open(false);
  screen.getByLabelText('Embed snippet');
  expect(screen.queryByText('Loading the versions...')).toBeNull();
});

test('what is chosen while a version is published stays chosen', async () => {
  response = { status: 200, body: { data: [saved], total: 1, page: 1, limit: 100, totalPages: 1 } };
  open(true);
  await user.selectOptions(await screen.findByLabelText('Version'), 'This version');
  const late = Promise.withResolvers<FakeResponse>();
  const listed = response;
  response = late.promise;
  await user.click(screen.getByRole('button', { name: 'Publish this version' }));
  await user.selectOptions(screen.getByLabelText('Theme'), 'Dark');
  response = listed;
  late.resolve({ status: 200, body: { ...saved, name: 'First', publishedAt: saved.createdAt } });
  await screen.findByDisplayValue(new RegExp(`/embed/${projectId}@1\\?theme=dark"`));
});

test('This version, chosen again while it is published, is embedded once it is', async () => {
  response = { status: 200, body: { data: [saved], total: 1, page: 1, limit: 100, totalPages: 1 } };
  open(true);
  const version = await screen.findByLabelText('Version');
  await user.selectOptions(version, 'This version');
  const late = Promise.withResolvers<FakeResponse>();
  const listed = response;
  response = late.promise;
  await user.click(screen.getByRole('button', { name: 'Publish this version' }));
  await user.selectOptions(version, 'Always the latest');
  await user.selectOptions(version, 'This version');
  response = listed;
  late.resolve({ status: 200, body: { ...saved, name: 'First', publishedAt: saved.createdAt } });
  await screen.findByDisplayValue(new RegExp(`/embed/${projectId}@1"`));
  expect(screen.queryByRole('button', { name: 'Publish this version' })).toBeNull();
});

test('where embedding is off, only the owner is offered to enable it', () => {
  open(false);
  screen.getByText(/^Embedding is off\. Until the project’s owner enables it,/);
  expect(screen.queryByRole('button', { name: 'Enable embedding' })).toBeNull();
});
