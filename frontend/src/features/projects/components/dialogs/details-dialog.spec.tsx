import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useStore } from 'zustand';
import { ada, bob, done, type FakeStudio, openFakeStudio } from '@/testing/fake-browser.ts';
import type { ProjectStore } from '../../model/project-store.ts';
import { isOwn } from '../../model/working-project.ts';
import DetailsDialog from './details-dialog.tsx';

const user = userEvent.setup();
let studio: FakeStudio;
let store: ProjectStore;
let saved: number;
let closed: number;

function Details() {
  const workingCopy = useStore(store);
  return (
    <DetailsDialog
      project={workingCopy.project}
      own={isOwn(workingCopy)}
      onChange={store.actions.setDetails}
      onSave={() => {
        saved += 1;
      }}
      onReport={null}
      onClose={() => {
        closed += 1;
      }}
    />
  );
}

async function open(userId: string, fields: { description?: string; tags?: string[] } = {}) {
  const { id } = studio.server.add({ userId, username: 'bob', isPublic: true, ...fields });
  await done(store.actions.open(id));
  render(<Details />);
  return id;
}

const description = () => screen.getByRole('textbox', { name: 'Description' });
const tags = () => screen.getByRole('textbox', { name: 'Tags' });

beforeEach(() => {
  studio = openFakeStudio();
  store = studio.open().store;
  saved = 0;
  closed = 0;
});

describe("one's own project", () => {
  test('is described and tagged by edits, which are saved with it', async () => {
    const id = await open(ada.id, { tags: ['old'] });
    await user.type(description(), 'Tells the time');
    await user.type(tags(), 'clock,canvas{Enter}');
    await user.click(screen.getByRole('button', { name: 'Remove tag old' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove tag clock' }));
    expect(store.getState().dirty).toBe(true);
    await act(() => done(store.actions.save('manual')));
    expect(studio.server.projects.get(id)).toMatchObject({
      description: 'Tells the time',
      tags: ['clock', 'canvas'],
    });
  });

  test('takes a tag that was typed when Save is pressed', async () => {
    await open(ada.id);
    await user.type(tags(), 'clock');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(store.getState().project.tags).toEqual(['clock']);
    expect([saved, closed]).toEqual([1, 1]);
  });

  test('Save stays where it is while it is pressed: a typed tag is added when it is released', async () => {
    await open(ada.id);
    await user.type(tags(), 'clock');
    const save = screen.getByRole('button', { name: 'Save' });
    await user.pointer({ target: save, keys: '[MouseLeft>]' });
    expect(screen.queryByRole('list')).toBeNull();
    await user.pointer({ target: save, keys: '[/MouseLeft]' });
    expect(store.getState().project.tags).toEqual(['clock']);
    expect(closed).toBe(1);
  });

  test('Save leaves a tag that is refused in the field, marked and with the focus, and saves nothing', async () => {
    await open(ada.id);
    const refused = 'x'.repeat(31);
    await user.type(tags(), `clock, ${refused}`);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(tags()).toHaveProperty('value', refused);
    expect(tags().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(tags());
    expect([saved, closed]).toEqual([0, 0]);
    await user.clear(tags());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect([saved, closed]).toEqual([1, 1]);
  });

  test('takes at most 2,000 characters', async () => {
    await open(ada.id, { description: 'x'.repeat(1_999) });
    await user.type(description(), 'yz');
    expect(store.getState().project.description).toBe(`${'x'.repeat(1_999)}y`);
    screen.getByText('2,000 of 2,000 characters');
  });

  test('a tag that shows nothing is not added', async () => {
    await open(ada.id);
    await user.type(tags(), '\u200b, clock\u200d,\u3164{Enter}');
    expect(store.getState().project.tags).toEqual(['clock\u200d']);
  });

  test('a tag that is too long stays in the field, which says what it takes', async () => {
    await open(ada.id);
    await user.type(tags(), `${'x'.repeat(31)}{Enter}`);
    expect(tags().getAttribute('aria-invalid')).toBe('true');
    expect(store.getState().project.tags).toEqual([]);
  });
});

test("somebody else's public project is only to be read", async () => {
  await open(bob.id, { description: 'Tells <b>the</b> time', tags: ['clock'] });
  screen.getByText('Tells <b>the</b> time');
  screen.getByText('clock');
  screen.getByText('By bob');
  expect(screen.queryByRole('textbox')).toBeNull();
});
