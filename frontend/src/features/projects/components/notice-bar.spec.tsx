import { limits } from '@studio/contract/limits';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ada, bob, done, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import { openQuestion } from '@/ui/dialogs/confirm.ts';
import type { ProjectStore } from '../model/project-store.ts';
import '../model/local-copies/draft-offer.ts';
import { createRemoteChanges } from '../model/remote/remote-changes.ts';
import NoticeBar from './notice-bar.tsx';

// It is fetched when a project has been opened.

const user = userEvent.setup();
let studio: FakeStudio;
let store: ProjectStore;
let asked: number;
let mayLoad: boolean;

/** A page with a saved project, at whose side text is offered that was left in another one, which was never saved. */
beforeEach(async () => {
  asked = 0;
  studio = openFakeStudio();
  studio.autoSave = false;
  const old = studio.server.add({ userId: ada.id, html: 'old' });
  const page = studio.open();
  page.store.actions.startBlank();
  page.store.actions.edit('html', 'never saved');
  await studio.time.pass(300);
  await done(page.store.actions.open(old.id));
  ({ store } = await page.reload());
  await done(store.actions.restore());
  render(
    <NoticeBar
      store={store}
      mayLoad={async () => {
        asked += 1;
        return mayLoad;
      }}
      onResolveConflict={() => undefined}
      onKeepCopy={() => undefined}
    />,
  );
});

const typed = () => store.getState().typed.html;
const restore = () => user.click(screen.getByRole('button', { name: 'Restore' }));

test('Restore replaces the open text only if that may be', async () => {
  mayLoad = false;
  await restore();
  expect([asked, typed()]).toEqual([1, 'old']);
  mayLoad = true;
  await restore();
  expect([asked, typed()]).toEqual([2, 'never saved']);
});

test('a copy whose response was lost is offered as one that may have been stored', async () => {
  const { id } = studio.server.add({ userId: bob.id, isPublic: true, html: 'theirs' });
  await act(async () => {
    await done(store.actions.openShared(id));
    studio.fate = () => 'answer lost';
    await done(store.actions.save('manual'));
    studio.fate = () => 'delivered';
    store.actions.startBlank();
    await done(store.actions.openShared(id));
  });
  screen.getByText(/^A copy of this project was sent at .*, and may have been stored\./);
});

test('Restore asks as well where it replaces unsaved text of the same project', async () => {
  const { id } = store.getState().project;
  await act(async () => {
    store.actions.edit('html', 'left behind');
    await studio.time.pass(300);
    store.actions.startBlank();
    await done(store.actions.open(id ?? ''));
    store.actions.edit('html', 'an hour of work');
  });
  await restore();
  expect(openQuestion.getState()?.text).toContain('offered here in its place');
  await act(async () => openQuestion.getState()?.answer(false));
  expect(typed()).toBe('an hour of work');
  await restore();
  await act(async () => openQuestion.getState()?.answer(true));
  await waitFor(() => expect(typed()).toBe('left behind'));
  expect(asked).toBe(0);
});

test('a draft is called newer than the saved project only where it is', async () => {
  const { id } = store.getState().project;
  await act(async () => {
    await studio.time.pass(60_000);
    store.actions.edit('html', 'left behind');
    await studio.time.pass(300);
    store.actions.startBlank();
    await done(store.actions.open(id ?? ''));
  });
  screen.getByText(/^This browser kept text from .* that is newer than the saved project\.$/);
  await act(async () => {
    await studio.time.pass(60_000);
    studio.server.saveElsewhere(id ?? '', { html: 'theirs' });
    store.actions.startBlank();
    await done(store.actions.open(id ?? ''));
  });
  screen.getByText(
    /^This browser kept text from .* that differs from the saved project, which was saved later\.$/,
  );
});

test('a draft is newer than the project that it is based on, whatever the clock of this browser says', async () => {
  const updatedAt = new Date(studio.time.now() + 3_600_000).toISOString();
  const { id } = studio.server.add({ userId: ada.id, html: 'old', updatedAt });
  await act(async () => {
    await done(store.actions.open(id));
    store.actions.edit('html', 'left behind');
    await studio.time.pass(300);
    store.actions.startBlank();
    await done(store.actions.open(id));
  });
  screen.getByText(/that is newer than the saved project\.$/);
});

test('a text that the server refuses for a quota can be saved again as it is', async () => {
  const body = { code: 'quota_exceeded', detail: 'You have reached the limit of 2,000 projects.' };
  studio.fate = () => ({ refused: { status: 413, body } });
  await act(async () => {
    store.actions.edit('html', 'one too many');
    await done(store.actions.save('manual'));
  });
  screen.getByText('Not saved. You have reached the limit of 2,000 projects.');
  screen.getByText('Your text is kept in this browser. Change it, or save it again once the reason is gone.');
  studio.fate = () => 'delivered';
  await act(() => done(store.actions.save('manual')));
  expect(screen.queryByText(/^Not saved/)).toBeNull();
  expect(store.getState().dirty).toBe(false);
});

test('a text that the server refuses is kept, and not promised to be saved as it is', async () => {
  await act(async () => {
    store.actions.edit('html', 'x'.repeat(limits.sourceBytes + 1));
    await done(store.actions.save('manual'));
  });
  screen.getByText('Your text is kept in this browser. It is saved once you have changed it.');
  expect(screen.queryByText(/as soon as possible/)).toBeNull();
});

describe('a project that was deleted in another window', () => {
  const remove = async (userId: string) => {
    const { id } = studio.server.add({ userId, html: 'deleted', isPublic: true });
    await act(async () => {
      await done(store.actions.open(id));
      studio.server.handle({
        method: 'DELETE',
        path: `/projects/${id}`,
        headers: { authorization: `Bearer ${userId}` },
        body: {},
        keepalive: false,
      });
      createRemoteChanges(store.remoteParts).removed({ projectId: id, by: 'owner' });
    });
    return id;
  };

  test('is in the trash if it is one’s own, and Restore continues with it', async () => {
    const id = await remove(ada.id);
    screen.getByText('It was deleted. It is in your trash for 30 days, and its text is also in this window.');
    await restore();
    await waitFor(() => expect(screen.queryByText('This project was removed')).toBeNull());
    expect(store.getState()).toMatchObject({ project: { id }, typed: { html: 'deleted' }, dirty: false });
  });

  test('is not said to be in the trash where the server only no longer finds it', async () => {
    const { id } = store.getState().project;
    studio.server.projects.delete(id ?? '');
    await act(async () => {
      store.actions.edit('html', 'edited');
      await done(store.actions.save('manual'));
    });
    screen.getByText(
      'It was deleted. If it is in your trash, you can restore it for 30 days. Keep a copy to be sure.',
    );
    screen.getByRole('button', { name: 'Restore' });
    screen.getByRole('button', { name: 'Keep as my copy' });
  });

  test('is only in this window if it is somebody else’s', async () => {
    await remove(bob.id);
    screen.getByText('It was deleted. Its text is only in this window now, unless you keep a copy.');
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });
});
