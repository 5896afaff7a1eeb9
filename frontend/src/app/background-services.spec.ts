import { jest } from '@jest/globals';
import { previewTitle } from '@studio/contract/sandbox-frame';
import { ada, done, openFakeStudio } from '@/testing/fake-browser.ts';
import { account, createFakeSession } from '@/testing/fake-session.ts';
import { silenceWarnings } from '@/testing/silence-console.ts';
import { confirm, openQuestion } from '@/ui/dialogs/confirm.ts';
import { shownToast, toast } from '@/ui/toast/toast.ts';
import { closeQuestionsWithSession, uploadCardPictures } from './background-services.ts';
import { shownSource } from './shown-source.ts';

/** A visible preview, as far as asking it for a picture needs one; counts how often it was asked. */
function addPreview(): { asked: number } {
  const preview = { asked: 0 };
  const frame = document.createElement('iframe');
  frame.title = previewTitle;
  frame.src = 'http://sandbox.test/';
  Object.defineProperty(frame, 'offsetParent', { value: document.body });
  const postMessage = () => void (preview.asked += 1);
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } });
  document.body.append(frame);
  return preview;
}

beforeEach(() => {
  silenceWarnings();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
});

afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

test('a project whose newest text has not run gets no picture until it has', async () => {
  const studio = openFakeStudio();
  const { store } = studio.open();
  const preview = addPreview();
  const project = studio.server.add({ userId: ada.id, js: 'draw("one")' });
  uploadCardPictures({ project: store, call: async () => ({ ok: true, data: undefined }) as never });
  await done(store.actions.open(project.id));
  shownSource.setState({ source: project });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(preview.asked).toBe(1);

  store.actions.edit('js', 'draw("two")');
  await done(store.actions.save('manual'));
  await jest.advanceTimersByTimeAsync(120_000);
  expect(preview.asked).toBe(1);

  shownSource.setState({ source: { ...project, js: 'draw("two")' } });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(preview.asked).toBe(2);
});

test('a question is cancelled with the admin right, since the admin area may have asked it', async () => {
  window.localStorage.setItem('codestudio_token', 't');
  const admin = { ...account, isAdmin: true };
  const { session } = createFakeSession(() => ({ status: 200, body: admin }));
  await session.start();
  closeQuestionsWithSession(session);
  const confirmed = confirm({ title: 'Remove project', text: 'Really?', action: 'Remove' });
  session.renew({ ...admin, avatar: 'https://avatars.example/1.svg' });
  expect(openQuestion.getState()?.title).toBe('Remove project');
  session.renew(account);
  expect(await confirmed).toBe(false);
  expect(openQuestion.getState()).toBeNull();
});

test('a toast with an action, as Undo, goes with the session of the person it was for; a notice stays', async () => {
  window.localStorage.setItem('codestudio_token', 't');
  const { session } = createFakeSession(() => ({ status: 200, body: account }));
  await session.start();
  closeQuestionsWithSession(session);
  toast({ title: 'Project deleted', action: { label: 'Undo', run: () => undefined } });
  session.renew({ ...account, avatar: 'https://avatars.example/1.svg' });
  expect(shownToast.getState()?.title).toBe('Project deleted');
  await session.logout();
  expect(shownToast.getState()).toBeNull();

  await session.start();
  toast({ title: 'Logged out' });
  session.expire('t');
  expect(shownToast.getState()?.title).toBe('Logged out');
});
