import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { createFakeSession, createFakeSocket, type FakeResponse } from '@/testing/fake-session.ts';
import { type FollowedProject, followProject } from './followed-project.ts';

const id = '0000000000000001';
const stored = (version: number, html: string): FakeResponse => ({
  status: 200,
  body: { id, version, title: 'Clock', html, css: '', js: '', frameworkConfig: defaultFrameworkConfig },
});

test('a save that is announced while the project is read again is read, too', async () => {
  /** Answers the next read. */
  let answer: (response: FakeResponse) => void = () => undefined;
  let onRead = () => {};
  const { call, requests } = createFakeSession(
    () =>
      new Promise((resolve) => {
        answer = resolve;
        onRead();
      }),
  );
  const nextRead = () => new Promise<void>((resolve) => (onRead = resolve));
  const { socket, emit } = createFakeSocket();
  let onShown = () => {};
  const shown: FollowedProject[] = [];
  const first = nextRead();
  const follower = followProject({
    projectKey: id,
    call,
    socket,
    onChange(project) {
      shown.push(project);
      onShown();
    },
    onMoved: () => undefined,
  });
  const answerWith = (response: FakeResponse) =>
    new Promise<void>((resolve) => {
      onShown = resolve;
      answer(response);
    });
  await first;
  await answerWith(stored(1, 'first'));

  const again = nextRead();
  emit('project:removed', { projectId: id, by: 'visibility' });
  await again;
  emit('project:updated', { projectId: id, version: 2, changed: ['html'] });
  const newest = nextRead();
  await answerWith(stored(1, 'first'));
  await newest;
  await answerWith(stored(2, 'second'));
  expect(shown.at(-1)).toMatchObject({ state: 'shown', live: { source: { html: 'second' } } });
  expect(requests).toHaveLength(3);
  follower.stop();
});
