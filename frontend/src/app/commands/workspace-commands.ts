import type { SourceLanguage, Sources } from '@studio/engine/source';
import { flushSync } from 'react-dom';
import type { Command } from '@/features/commands/components/command-palette.tsx';
import { keys } from '@/features/commands/components/shortcuts.tsx';
import { clearConsole } from '@/features/console/model/console-on-demand.ts';
import type { EditorControls, EditorHandle } from '@/features/editor/components/editor-handle.ts';
import { panes } from '@/features/editor/model/panes.ts';
import { editorPositionAt } from '@/features/editor/model/text-lines.ts';
import { isShown, pressLanguage } from '@/features/editor/model/workspace-layout.ts';
import type { ExportHandle } from '@/features/export/components/export-menu.tsx';
import { type DeviceName, devices } from '@/features/preview/model/devices.ts';
import type { ProjectCommands } from '@/features/projects/components/project-commands.ts';
import type { ProjectState } from '@/features/projects/model/project-state.ts';
import { saveLabel } from '@/features/projects/model/save-status.ts';
import { isOwn } from '@/features/projects/model/working-project.ts';
import type { DialogName } from '../open-dialogs.ts';
import type { WorkspaceHandle } from '../routes/workspace.tsx';
import * as texts from './texts.ts';

/** The header's commands for the open project, with a reason for each that is unavailable. */
export function commandsOnProject(
  state: ProjectState,
  commands: ProjectCommands,
  open: (dialog: DialogName) => void,
): Command[] {
  const { id, isPublic, isEmbeddable, liveLinks } = state.project;
  /** Others may open it, by a link at least. */
  const isOpen = isPublic || Boolean(liveLinks);
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
    ...[...(isPublic ? [] : [true]), ...(isOpen ? [false] : [])].map((makesPublic) => ({
      group,
      label: makesPublic ? texts.makePublic : texts.makePrivate,
      unavailable: foreign ?? takenDown,
      run: () => commands.setVisibility(makesPublic),
    })),
    {
      group,
      label: isEmbeddable ? texts.disableEmbedding : texts.enableEmbedding,
      unavailable: foreign ?? unsaved ?? takenDown,
      run: () => commands.setEmbedding(!isEmbeddable),
    },
    {
      group,
      label: texts.byLink,
      unavailable: foreign ?? unsaved ?? takenDown,
      run: commands.showLinks,
    },
    { group, label: texts.embedCode, unavailable: unsaved, run: commands.showEmbedCode },
    {
      group,
      label: texts.share,
      unavailable: unsaved ?? (isOpen ? undefined : texts.makePublicFirst),
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

/** The commands of the Export menu. */
export function commandsOnExport(menu: ExportHandle | null): Command[] {
  return (menu?.items() ?? []).map(({ label, disabled, run }) => ({
    group: texts.exportGroup,
    label,
    unavailable: disabled === true ? texts.nothingToExport : undefined,
    run,
  }));
}

/** The commands of the bars and panes below the header. */
export function commandsOnWorkspace(workspace: WorkspaceHandle, typed: Sources): Command[] {
  const editor = workspace.editor();
  if (!editor) return [];
  const controls = editor.controls();
  return [
    ...commandsOnPreview(workspace, controls),
    ...commandsOnCode(editor, controls, typed),
    ...commandsOnPanels(controls),
  ];
}

function commandsOnPreview(
  { previewPanel, fullScreen, stop }: WorkspaceHandle,
  { run }: EditorControls,
): Command[] {
  const panel = previewPanel();
  const group = texts.previewGroup;
  const unavailable = panel ? undefined : texts.showPreviewFirst;
  return [
    { group, label: texts.run, keys: keys.run, run },
    {
      group,
      label: texts.stop,
      unavailable: stop ? undefined : texts.codeResponds,
      run: () => stop?.(),
    },
    { group, label: texts.refresh, unavailable, run: () => panel?.refresh() },
    { group, label: texts.fullScreen, run: fullScreen },
    ...(Object.keys(devices) as DeviceName[]).map((device) => ({
      group,
      label: devices[device].label,
      unavailable,
      run: () => panel?.setDevice(device),
    })),
  ];
}

function commandsOnCode(editor: EditorHandle, controls: EditorControls, typed: Sources): Command[] {
  const { layout, small, covered, maximized, setMaximized, format, insertSample } = controls;
  const showEditorCommands = editor.pane(layout.single)?.showCommands;
  const group = texts.codeGroup;
  const maximize = (language: SourceLanguage) => {
    const pane = editor.pane(language);
    if (pane && !pane.hasFocus()) {
      const { lineNumber, column } = editorPositionAt(typed[language], pane.caret());
      // The pane with the focus is hidden.
      editor.reveal({ language, line: lineNumber, column });
    }
    setMaximized(language);
  };
  const perPane = panes.flatMap(({ language, label, name }): Command[] => {
    const hidden = !covered && isShown(layout, language, small) ? undefined : texts.showFirst(name);
    return [
      {
        group,
        label: `${maximized === language ? 'Minimize' : 'Maximize'} ${name}`,
        unavailable: hidden,
        run: () => (maximized === language ? setMaximized(null) : maximize(language)),
      },
      {
        group,
        label: texts.insertSample(label),
        unavailable: hidden ?? (typed[language] === '' ? undefined : texts.notEmpty(name)),
        run: () => insertSample(language),
      },
    ];
  });
  return [
    { group, label: texts.format, keys: keys.format, run: format },
    ...perPane,
    {
      group,
      label: texts.moreCommands,
      unavailable: showEditorCommands ? undefined : texts.noMoreCommands,
      run: () => showEditorCommands?.(),
    },
  ];
}

const bottomPanels = [
  ['assets', texts.assets],
  ['settings', texts.settings],
  ['console', texts.consoleGroup],
] as const;

const places = [
  ['right', 'Preview beside the editors'],
  ['below', 'Preview below the editors'],
] as const;

/** Runs a command that may hide the part with the focus, which then goes to the button that shows that part again. */
function keepFocus(part: string, run: () => void): void {
  flushSync(run);
  const focused = document.activeElement ?? document.body;
  if (focused !== document.body && getComputedStyle(focused).visibility === 'visible') return;
  const buttons = document.querySelectorAll<HTMLElement>('main :is([aria-pressed], footer [aria-expanded])');
  [...buttons].find(({ textContent }) => textContent.trim().startsWith(part))?.focus();
}

const resizeHandles = () => document.querySelectorAll('main [role=separator]');

/** The panels' library restores a default size only after a double click on the handle. */
function resetSizes(): void {
  for (const handle of resizeHandles()) {
    const { x, y, width, height } = handle.getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2 };
    handle.dispatchEvent(new MouseEvent('dblclick', { ...at, bubbles: true, cancelable: true }));
  }
}

function commandsOnPanels(controls: EditorControls): Command[] {
  const { layout, small, covered, bottom, setLayout, toggleBottom } = controls;
  const group = texts.panelsGroup;
  const verb = (shown: boolean) => (shown ? texts.hide : texts.show);
  return [
    ...panes.map(({ language, label }) => {
      const shown = !covered && isShown(layout, language, small);
      return {
        group,
        label: `${verb(shown)} ${label}`,
        unavailable: small && shown ? texts.oneEditor : undefined,
        run: () => keepFocus(label, () => setLayout(pressLanguage(layout, language, small))),
      };
    }),
    {
      group,
      label: `${verb(!covered && layout.preview)} Preview`,
      run: () => keepFocus('Preview', () => setLayout({ ...layout, preview: covered || !layout.preview })),
    },
    ...places.map(([place, label]) => ({
      group,
      label,
      unavailable: layout.place === place ? texts.currentSetting : undefined,
      run: () => setLayout({ ...layout, preview: true, place }),
    })),
    {
      group,
      label: texts.resetSizes,
      unavailable: resizeHandles().length === 0 ? texts.nothingToResize : undefined,
      run: resetSizes,
    },
    ...bottomPanels.map(([panel, label]) => ({
      group,
      label: `${verb(bottom === panel)} ${label}`,
      run: () => keepFocus(label, () => toggleBottom(panel)),
    })),
    { group: texts.consoleGroup, label: texts.clearConsole, run: clearConsole },
  ];
}
