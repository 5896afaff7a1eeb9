import type { Sources } from '@studio/engine/source';
import { keys } from '@/features/commands/components/shortcuts.tsx';
import type { Command } from '@/features/commands/model/palette-command.ts';
import { clearConsole } from '@/features/console/model/console-feed.ts';
import type { EditorControls } from '@/features/editor/components/editor-handle.ts';
import { panes } from '@/features/editor/model/panes.ts';
import { isShown, pressLanguage } from '@/features/editor/model/workspace-layout.ts';
import { type DeviceName, devices } from '@/features/preview/model/devices.ts';
import type { WorkspaceHandle } from '../routes/workspace.tsx';
import * as texts from './texts.ts';

/** What the bars and panes below the header offer. */
export function commandsOnWorkspace(workspace: WorkspaceHandle, typed: Sources): Command[] {
  const controls = workspace.editor()?.controls();
  if (!controls) return [];
  return [
    ...commandsOnPreview(workspace, controls),
    ...commandsOnCode(controls, typed),
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
      unavailable: stop ? undefined : texts.nothingRunning,
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

function commandsOnCode(controls: EditorControls, typed: Sources): Command[] {
  const { layout, small, covered, maximized, setMaximized, format, insertSample, showEditorCommands } =
    controls;
  const group = texts.codeGroup;
  const perPane = panes.flatMap(({ language, label, name }): Command[] => {
    const hidden = !covered && isShown(layout, language, small) ? undefined : texts.showFirst(name);
    return [
      {
        group,
        label: `${maximized === language ? 'Minimize' : 'Maximize'} ${name}`,
        unavailable: hidden,
        run: () => setMaximized(maximized === language ? null : language),
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
        run: () => setLayout(pressLanguage(layout, language, small)),
      };
    }),
    {
      group,
      label: `${verb(!covered && layout.preview)} Preview`,
      run: () => setLayout({ ...layout, preview: covered || !layout.preview }),
    },
    ...places.map(([place, label]) => ({
      group,
      label,
      unavailable: layout.place === place ? texts.currentSetting : undefined,
      run: () => setLayout({ ...layout, preview: true, place }),
    })),
    ...bottomPanels.map(([panel, label]) => ({
      group,
      label: `${verb(bottom === panel)} ${label}`,
      run: () => toggleBottom(panel),
    })),
    { group: texts.consoleGroup, label: texts.clearConsole, run: clearConsole },
  ];
}
