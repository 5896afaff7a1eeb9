import type { Command } from '@/features/commands/model/command.ts';
import { keys } from '@/features/commands/model/shortcuts.ts';
import type { ExportHandle } from '@/features/export/components/export-menu.tsx';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import { saveLabel } from '@/features/projects/model/badge.ts';
import type { ProjectState } from '@/features/projects/model/project-state.ts';
import { isOwn } from '@/features/projects/model/working-project.ts';
import type { DialogName } from '../dialog-name.ts';

/** What the header offers for the project on the desk, with the reason where it cannot be had. */
export function commandsOnProject(
  state: ProjectState,
  commands: ProjectCommands,
  open: (dialog: DialogName) => void,
): Command[] {
  const { id, isPublic, isEmbeddable } = state.project;
  const group = 'Project';
  const unsaved = id === null ? 'Save the project first.' : undefined;
  const takenDown = state.project.takenDown ? 'The moderators took this project down.' : undefined;
  const foreign = isOwn(state) ? undefined : 'This project belongs to someone else.';
  return [
    { group, label: 'New', run: commands.createNew },
    {
      group,
      label: saveLabel(state) === 'Save Copy' ? 'Save Copy' : 'Save',
      keys: keys.save,
      unavailable: state.saving ? 'It is being saved.' : undefined,
      run: commands.save,
    },
    {
      group,
      label: isPublic ? 'Make private' : 'Make public',
      unavailable: foreign ?? takenDown,
      run: () => commands.setVisibility(!isPublic),
    },
    {
      group,
      label: isEmbeddable ? 'Disable embedding' : 'Enable embedding',
      unavailable: foreign ?? unsaved ?? takenDown,
      run: () => commands.setEmbedding(!isEmbeddable),
    },
    { group, label: 'Embed Code', unavailable: unsaved, run: commands.showEmbedCode },
    {
      group,
      label: 'Share',
      unavailable: unsaved ?? (isPublic ? undefined : 'Make the project public first.'),
      run: commands.share,
    },
    {
      group,
      label: 'Fork',
      unavailable: unsaved ?? (isPublic ? undefined : 'Only public projects can be forked.'),
      run: commands.fork,
    },
    {
      group,
      label: 'Duplicate',
      unavailable: foreign ?? unsaved ?? takenDown,
      run: commands.duplicate,
    },
    {
      group,
      label: state.project.isLiked ? 'Unlike' : 'Like',
      unavailable:
        unsaved ??
        (isOwn(state) ? 'This project is your own.' : undefined) ??
        (isPublic ? undefined : 'Only public projects can be liked.'),
      run: commands.toggleLike,
    },
    { group, label: 'Rename', run: commands.rename },
    { group, label: 'Delete', unavailable: foreign ?? unsaved, run: commands.remove },
    { group, label: 'Project details', run: () => open('details') },
    { group, label: 'Revision history', unavailable: foreign ?? unsaved, run: () => open('revisions') },
    {
      group,
      label: 'Report',
      unavailable: unsaved ?? (isOwn(state) ? 'This project is your own.' : undefined),
      run: () => open('report'),
    },
    { group: 'Open', label: 'Projects', run: () => open('projects') },
    { group: 'Open', label: 'Browse Public Projects', run: () => open('browse') },
  ];
}

/** What the Export menu offers. */
export function commandsOnExport(menu: ExportHandle | null): Command[] {
  return (menu?.items() ?? []).map(({ label, disabled, run }) => ({
    group: 'Export',
    label,
    unavailable: disabled === true ? 'There is nothing in it yet.' : undefined,
    run,
  }));
}
