import type { Project } from '@studio/contract/http/projects';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import {
  createFakeSession,
  createFakeSocket,
  type FakeResponse,
  notFound,
  unrouted,
} from '@/testing/fake-session.ts';
import TakedownNotice, { readModerationState } from './takedown-notice.tsx';

const nothing = () => undefined;

const projectId = 'p'.repeat(16);
const at = '2026-11-01T00:00:00.000Z';

/** Shows the notice on a fake server. @returns a function that sends an event of the socket */
function open(
  respond: (asked: string) => FakeResponse,
  on: Partial<Pick<ComponentProps<typeof TakedownNotice>, 'onBack' | 'onGone'>> = {},
) {
  const { call } = createFakeSession(respond);
  const { socket, emit } = createFakeSocket();
  render(
    <TakedownNotice
      call={call}
      socket={socket}
      projectId={projectId}
      onBack={nothing}
      onGone={nothing}
      onDismiss={nothing}
      {...on}
    />,
  );
  return (event: string, payload?: object) => act(() => emit(event, payload));
}

test('the owner reads why the appeal was dismissed, and cannot appeal again', async () => {
  const appeal = { note: 'It is a lesson.', at, state: 'rejected', rejectionReason: 'It still steals.' };
  const takedown = { rev: 3, reason: 'malware', note: 'It steals.', at, appeal };
  open(() => ({ status: 200, body: takedown }));
  await screen.findByText(
    /\(published version 3\)\. “It steals.” Your appeal was dismissed. “It still steals.”/,
  );
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull();
});

test('an owner whose appeal was sent in another tab reads that it is under review', async () => {
  const user = userEvent.setup();
  let takedown: object = { rev: null, reason: 'malware', note: '', at, appeal: null };
  open((asked) => {
    if (!asked.startsWith('POST')) return { status: 200, body: takedown };
    takedown = { ...takedown, appeal: { note: 'Mine.', at, state: 'open', rejectionReason: '' } };
    return { status: 409, body: { code: 'conflict', detail: 'You have already appealed.' } };
  });
  await user.click(await screen.findByRole('button', { name: 'Appeal' }));
  await user.type(screen.getByRole('textbox'), 'It is a lesson.');
  await user.click(screen.getByRole('button', { name: 'Send appeal' }));
  await screen.findByText(/You have already appealed\./);
  await screen.findByText(/The moderators are reviewing your appeal\./);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It is a lesson.');
});

test.each([
  ['when it is decided', 'appeal:decided', { projectId }],
  ['after a gap in the connection', 'connect', undefined],
])('an owner who waits for the decision reads it %s', async (_, event, payload) => {
  const appeal = { note: 'It is a lesson.', at, state: 'open', rejectionReason: '' };
  let takedown: object = { rev: null, reason: 'malware', note: '', at, appeal };
  const emit = open(() => ({ status: 200, body: takedown }));
  await screen.findByText(/The moderators are reviewing your appeal\./);
  takedown = { ...takedown, appeal: { ...appeal, state: 'rejected' } };
  emit(event, payload);
  await screen.findByText(/Your appeal was dismissed\./);
});

describe('an owner whose project is removed once more, while the notice is shown,', () => {
  const down = { status: 200, body: { rev: null, reason: 'malware', note: '', at, appeal: null } };
  const removed = { projectId, by: 'moderation' };
  let responses: Record<string, FakeResponse>;
  const respond = (asked: string) => responses[asked] ?? notFound;

  test('is told that it was deleted', async () => {
    responses = { [`GET /projects/${projectId}/takedown`]: down };
    let isGone = false;
    const emit = open(respond, {
      onGone: () => {
        isGone = true;
      },
    });
    await screen.findByRole('button', { name: 'Appeal' });
    responses = {};
    emit('project:removed', removed);
    await waitFor(() => expect(isGone).toBe(true));
  });

  test('reads why, after an appeal that was granted', async () => {
    responses = { [`GET /projects/${projectId}`]: { status: 200, body: { id: projectId, isPublic: true } } };
    const restored: Partial<Project>[] = [];
    const emit = open(respond, { onBack: (project) => restored.push(project) });
    await screen.findByText(/The moderators restored this project/);
    expect(restored).toEqual([{ id: projectId, isPublic: true }]);
    responses = { [`GET /projects/${projectId}/takedown`]: down };
    emit('project:removed', removed);
    await screen.findByText(/Reason: Harmful/);
    await screen.findByRole('button', { name: 'Appeal' });
  });
});

test.each([
  ['the studio does not find it', notFound, true],
  ['a proxy finds nothing', unrouted, false],
])('a project is gone, where %s', async (_, response, isGone) => {
  const { call } = createFakeSession(() => response);
  const read = readModerationState(call, projectId, AbortSignal.timeout(5_000));
  if (isGone) expect(await read).toEqual({ state: 'gone' });
  else await expect(read).rejects.toThrow('An error occurred.');
});
