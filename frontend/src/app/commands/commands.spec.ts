import type { Command } from '@/features/commands/components/command-palette.tsx';
import type { ProjectState } from '@/features/projects/model/project-state.ts';
import { settingsStore } from '@/features/settings/model/settings.ts';
import { commandsWithoutPage } from '@/testing/commands-without-page.ts';
import { ada, openFakeStudio } from '@/testing/fake-browser.ts';
import { account } from '@/testing/fake-session.ts';
import { adminPanel } from '../open-dialogs.ts';
import { commandsForAdmins, commandsOnSettings } from './palette-commands.tsx';
import { commandsOnProject } from './workspace-commands.ts';

const labelled = (commands: Command[], label: string) => commands.find((command) => command.label === label);

describe('on the project', () => {
  const { store } = openFakeStudio().open();
  const commands = commandsWithoutPage(store);
  const opened: string[] = [];
  const offered = (project: Partial<ProjectState['project']>, rest: Partial<ProjectState> = {}) => {
    const state = store.getState();
    return commandsOnProject(
      { ...state, userId: ada.id, ...rest, project: { ...state.project, ...project } },
      commands,
      (dialog) => opened.push(dialog),
    );
  };
  const reason = (project: Partial<ProjectState['project']>, label: string) =>
    labelled(offered(project), label)?.unavailable;

  test.each(['Share', 'Fork', 'Enable embedding', 'Embed Code', 'Revision history'])(
    '%s waits for the first save',
    (label) => {
      expect(reason({ id: null }, label)).toBe('Save the project first.');
      const isSaved = { id: 'p'.repeat(16), userId: ada.id, isPublic: true };
      expect(reason(isSaved, label)).toBeUndefined();
    },
  );

  test('a private project is neither shared nor forked', () => {
    const isPrivate = { id: 'p'.repeat(16), userId: ada.id, isPublic: false };
    expect(reason(isPrivate, 'Share')).toBe('Make the project public first.');
    expect(reason(isPrivate, 'Fork')).toBe('Only public projects can be forked.');
    expect(reason(isPrivate, 'Like')).toBe('This is your own project.');
  });

  test('a project that is open by link is shared, and made public or private', () => {
    const byLink = { id: 'p'.repeat(16), userId: ada.id, isPublic: false, liveLinks: 1 };
    for (const label of ['Share', 'Make public', 'Make private'])
      expect([label, labelled(offered(byLink), label)?.unavailable]).toEqual([label, undefined]);
    expect(labelled(offered(byLink), 'Make private')).toBeDefined();
    expect(labelled(offered({ ...byLink, liveLinks: 0 }), 'Make private')).toBeUndefined();
  });

  test("another's project can be copied and forked, but not changed", () => {
    const foreign = { id: 'p'.repeat(16), userId: 'b'.repeat(16), isPublic: true };
    expect(labelled(offered(foreign), 'Save')).toBeUndefined();
    expect(reason(foreign, 'Save Copy')).toBeUndefined();
    expect(reason(foreign, 'Fork')).toBeUndefined();
    expect(reason(foreign, 'Like')).toBeUndefined();
    expect(reason({ ...foreign, isLiked: true }, 'Unlike')).toBeUndefined();
    expect(reason(foreign, 'Make private')).toBe('This project belongs to someone else.');
    expect(reason(foreign, 'Revision history')).toBe('This project belongs to someone else.');
  });

  test('dialogs are opened', async () => {
    await labelled(offered({}), 'Projects')?.run();
    await labelled(offered({}), 'Browse Public Projects')?.run();
    expect(opened).toEqual(['projects', 'browse']);
  });
});

test('nobody but an admin is offered the Admin Panel and User Management', async () => {
  const opened: string[] = [];
  const offered = (isAdmin: boolean) =>
    commandsForAdmins({ ...account, isAdmin }, (dialog) => opened.push(dialog));
  expect(offered(false)).toEqual([]);
  for (const { run } of offered(true)) await run();
  expect(opened).toEqual(['users']);
  expect(adminPanel.getState().tab).toBe('reports');
});

test('a setting is a command per value; the one that holds says so', async () => {
  expect(labelled(commandsOnSettings(), 'Theme: Dark')?.unavailable).toBe('Current setting');
  await labelled(commandsOnSettings(), 'Theme: Light')?.run();
  await labelled(commandsOnSettings(), 'Font Size: 18px')?.run();
  expect(settingsStore.getState().settings).toMatchObject({ theme: 'light', fontSize: 18, autoSave: true });
  expect(labelled(commandsOnSettings(), 'Theme: Light')?.unavailable).toBe('Current setting');
});
