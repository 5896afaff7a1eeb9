import { keys } from '@/features/commands/components/shortcuts.tsx';
import type { Command } from '@/features/commands/model/palette-command.ts';
import type { ExportHandle } from '@/features/export/components/export-menu.tsx';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import type { ProjectState } from '@/features/projects/model/project-state.ts';
import { saveLabel } from '@/features/projects/model/save-status.ts';
import { isOwn } from '@/features/projects/model/working-project.ts';
import type { DialogName } from '../open-dialogs.ts';
import * as texts from './texts.ts';

/** The header's commands for the open project, with the reason where one is unavailable. */
export function commandsOnProject(
  state: ProjectState,
  commands: ProjectCommands,
  open: (dialog: DialogName) => void,
): Command[] {
  const { id, isPublic, isEmbeddable } = state.project;
  const group = texts.projectGroup;
  const unsaved = id === null ? texts.saveFirst : undefined;
  const takenDown = state.project.takenDown ? texts.takenDown : undefined;
  const foreign = isOwn(state) ? undefined : texts.foreign;
  return [
    { group, label: texts.create, run: commands.createNew },
    {
      group,
      label: saveLabel(state) === 'Save Copy' ? texts.saveCopy : texts.save,
      keys: keys.save,
      unavailable: state.save.kind === 'saving' ? texts.beingSaved : undefined,
      run: commands.save,
    },
    {
      group,
      label: isPublic ? texts.makePrivate : texts.makePublic,
      unavailable: foreign ?? takenDown,
      run: () => commands.setVisibility(!isPublic),
    },
    {
      group,
      label: isEmbeddable ? texts.disableEmbedding : texts.enableEmbedding,
      unavailable: foreign ?? unsaved ?? takenDown,
      run: () => commands.setEmbedding(!isEmbeddable),
    },
    { group, label: texts.embedCode, unavailable: unsaved, run: commands.showEmbedCode },
    {
      group,
      label: texts.share,
      unavailable: unsaved ?? (isPublic ? undefined : texts.makePublicFirst),
      run: commands.share,
    },
    {
      group,
      label: texts.fork,
      unavailable: unsaved ?? (isPublic ? undefined : texts.onlyPublicForked),
      run: commands.fork,
    },
    {
      group,
      label: texts.duplicate,
      unavailable: foreign ?? unsaved ?? takenDown,
      run: commands.duplicate,
    },
    {
      group,
      label: state.project.isLiked ? texts.unlike : texts.like,
      unavailable:
        unsaved ??
        (isOwn(state) ? texts.ownProject : undefined) ??
        (isPublic ? undefined : texts.onlyPublicLiked),
      run: commands.toggleLike,
    },
    { group, label: texts.rename, run: commands.rename },
    { group, label: texts.deleteProject, unavailable: foreign ?? unsaved, run: commands.remove },
    { group, label: texts.details, run: () => open('details') },
    { group, label: texts.history, unavailable: foreign ?? unsaved, run: () => open('revisions') },
    {
      group,
      label: texts.report,
      unavailable: unsaved ?? (isOwn(state) ? texts.ownProject : undefined),
      run: () => open('report'),
    },
    { group: texts.openGroup, label: texts.projects, run: () => open('projects') },
    { group: texts.openGroup, label: texts.browse, run: () => open('browse') },
  ];
}

/** What the Export menu offers. */
export function commandsOnExport(menu: ExportHandle | null): Command[] {
  return (menu?.items() ?? []).map(({ label, disabled, run }) => ({
    group: texts.exportGroup,
    label,
    unavailable: disabled === true ? texts.nothingToExport : undefined,
    run,
  }));
}
