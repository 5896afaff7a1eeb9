import { limits } from '@studio/contract/limits';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ada, done, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import type { ProjectStore } from '../model/project-store.ts';
import '../model/local-copies/draft-offer.ts';
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
