import type { User } from '@studio/contract/http/auth';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Command } from '@/features/commands/components/command-palette.tsx';
import CommandPalette from '@/features/commands/components/command-palette.tsx';
import { keys } from '@/features/commands/components/shortcuts.tsx';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import {
  fontSizes,
  type SettingName,
  type Settings,
  settingsStore,
  tabSizes,
} from '@/features/settings/model/settings.ts';
import { type DialogName, openAdminPanel } from '../open-dialogs.ts';
import type { PageParts } from '../page-handles.ts';
import type { PageServices } from '../page-services.ts';
import { showSettingToast } from '../routes/editor-settings.tsx';
import * as texts from './texts.ts';
import { commandsOnExport, commandsOnProject, commandsOnWorkspace } from './workspace-commands.ts';

interface StudioCommandsProps {
  services: PageServices;
  commands: ProjectCommands;
  parts: PageParts;
  onOpen: (dialog: DialogName) => void;
  onClose: () => void;
}

/** The command palette with the commands that header, bars, panels and menus offer when it opens, and after a save. */
export default function StudioCommands(props: StudioCommandsProps) {
  const save = useStore(props.services.project, (state) => state.save.kind);
  const list = () => ({ save, commands: listCommands(props) });
  const [listed, setListed] = useState(list);
  // Save is refused while a save is running.
  if (listed.save !== save) setListed(list());
  return <CommandPalette commands={listed.commands} onClose={props.onClose} />;
}

function listCommands({ services, commands, parts, onOpen }: StudioCommandsProps): Command[] {
  const state = services.project.getState();
  const workspace = parts.workspace();
  const writeToSupport = () => window.location.assign(`mailto:${services.config.supportEmail}`);
  return [
    ...commandsOnProject(state, commands, onOpen),
    { group: texts.openGroup, label: texts.frameworkConfiguration, run: () => onOpen('framework') },
    { group: texts.openGroup, label: texts.templates, run: () => onOpen('templates') },
    { group: texts.openGroup, label: texts.profile, run: () => onOpen('profile') },
    ...commandsForAdmins(services.session.getState().user, onOpen),
    ...(workspace ? commandsOnWorkspace(workspace, state.typed) : []),
    ...commandsOnExport(parts.exportMenu()),
    ...commandsOnSettings(),
    { group: texts.help, label: texts.shortcuts, keys: keys.help, run: () => onOpen('shortcuts') },
    { group: texts.help, label: texts.help, run: writeToSupport },
    { group: texts.accountGroup, label: texts.logout, run: parts.logout },
  ];
}

/** Commands for admins; none for other users (specification: Roles). */
export function commandsForAdmins(user: User | null, open: (dialog: DialogName) => void): Command[] {
  if (user?.isAdmin !== true) return [];
  return [
    { group: texts.openGroup, label: texts.adminPanel, run: () => openAdminPanel('projects') },
    { group: texts.openGroup, label: texts.moderation, run: () => openAdminPanel('reports') },
    { group: texts.openGroup, label: texts.userManagement, run: () => open('users') },
  ];
}

/** The editor settings, each value a command (specification: Commands). */
export function commandsOnSettings(): Command[] {
  const { settings, change } = settingsStore.getState();
  const command = <Field extends keyof Settings>(
    setting: SettingName,
    name: string,
    field: Field,
    value: Settings[Field],
  ): Command => ({
    group: texts.settingsGroup,
    label: `${setting}: ${name}`,
    unavailable: settings[field] === value ? texts.currentSetting : undefined,
    run: () => {
      change({ [field]: value });
      showSettingToast(setting);
    },
  });
  const onAndOff = (
    setting: SettingName,
    field: 'wordWrap' | 'autoSave' | 'formatOnSave' | 'autoRun' | 'clearConsole',
  ) => [command(setting, texts.on, field, true), command(setting, texts.off, field, false)];
  return [
    command('Theme', texts.dark, 'theme', 'dark'),
    command('Theme', texts.light, 'theme', 'light'),
    ...fontSizes.map((size) => command('Font Size', `${size}px`, 'fontSize', size)),
    command('Key Bindings', texts.defaultKeys, 'keyBindings', 'default'),
    command('Key Bindings', texts.vim, 'keyBindings', 'vim'),
    ...tabSizes.map((size) =>
      command('Tab Size', size === 'auto' ? texts.automatic : `${size} spaces`, 'tabSize', size),
    ),
    ...onAndOff('Word Wrap', 'wordWrap'),
    ...onAndOff('Auto Save', 'autoSave'),
    ...onAndOff('Format on Save', 'formatOnSave'),
    ...onAndOff('Auto Run', 'autoRun'),
    ...onAndOff('Clear Console on Run', 'clearConsole'),
  ];
}
