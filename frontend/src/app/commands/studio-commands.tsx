import { useState } from 'react';
import CommandPalette from '@/features/commands/components/command-palette.tsx';
import { keys } from '@/features/commands/components/shortcuts.tsx';
import type { Command } from '@/features/commands/model/command.ts';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import type { DialogName } from '../dialog-name.ts';
import type { Studio } from '../studio.ts';
import { commandsForAdmins } from './commands-for-admins.ts';
import { commandsOnExport, commandsOnProject } from './commands-on-project.ts';
import { commandsOnSettings } from './commands-on-settings.ts';
import { commandsOnWorkspace } from './commands-on-workspace.ts';
import type { PageParts } from './page-parts.ts';
import * as texts from './texts.ts';

interface StudioCommandsProps {
  studio: Studio;
  commands: ProjectCommands;
  parts: PageParts;
  onOpen: (dialog: DialogName) => void;
  onClose: () => void;
}

/** The command palette over everything that header, bars, panels and menus offer at the moment it opens. */
export default function StudioCommands(props: StudioCommandsProps) {
  const [commands] = useState(() => listCommands(props));
  return <CommandPalette commands={commands} onClose={props.onClose} />;
}

function listCommands({ studio, commands, parts, onOpen }: StudioCommandsProps): Command[] {
  const state = studio.project.getState();
  const workspace = parts.workspace();
  const writeToSupport = () => window.location.assign(`mailto:${studio.config.supportEmail}`);
  return [
    ...commandsOnProject(state, commands, onOpen),
    { group: texts.openGroup, label: texts.frameworkConfiguration, run: () => onOpen('framework') },
    { group: texts.openGroup, label: texts.templates, run: () => onOpen('templates') },
    { group: texts.openGroup, label: texts.profile, run: () => onOpen('profile') },
    ...commandsForAdmins(studio.session.getState().user, onOpen),
    ...(workspace ? commandsOnWorkspace(workspace, state.typed) : []),
    ...commandsOnExport(parts.exportMenu()),
    ...commandsOnSettings(),
    { group: texts.help, label: texts.shortcuts, keys: keys.help, run: () => onOpen('shortcuts') },
    { group: texts.help, label: texts.help, run: writeToSupport },
    { group: texts.accountGroup, label: texts.logout, run: parts.logout },
  ];
}
