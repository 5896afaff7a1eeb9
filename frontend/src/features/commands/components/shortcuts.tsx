import { isApple } from '@/ui/platform.ts';

/** The modifier key of shortcuts on this system. */
const command = isApple() ? 'Cmd' : 'Ctrl';

/** The keys of the studio's own commands. */
export const keys = {
  palette: `${command}+Shift+P`,
  paletteAsWell: 'F1',
  paletteOutsideEditors: `${command}+K`,
  save: `${command}+S`,
  format: `${command}+Shift+F`,
  run: `${command}+Enter`,
  help: '?',
} as const;

/** The groups of the help sheet. */
export const shortcutGroups: readonly { title: string; shortcuts: readonly (readonly [string, string])[] }[] =
  [
    {
      title: 'Everywhere',
      shortcuts: [
        [`${keys.palette} or ${keys.paletteAsWell}`, 'Open the command palette'],
        [keys.paletteOutsideEditors, 'Open the command palette (outside the editors)'],
        [keys.save, 'Save'],
        [keys.format, 'Format the code'],
        [keys.run, 'Run the code'],
        [keys.help, 'Show this list (outside text fields)'],
        ['F8', 'Go to the notification'],
        ['Esc', 'Close a dialog or menu, or leave a maximized editor'],
      ],
    },
    {
      title: 'In an editor',
      shortcuts: [
        [`${command}+F`, 'Search'],
        [`${command}+Z`, 'Undo'],
        ['F8', 'Go to the next problem (while there is no notification)'],
        ['Tab', 'Indent'],
        [isApple() ? 'Ctrl+Shift+M' : 'Ctrl+M', 'Switch Tab between indenting and moving the focus'],
        ['Esc, then Tab', 'Leave the editor'],
      ],
    },
    {
      title: 'In lists of projects and assets',
      shortcuts: [
        ['/', 'Go to search'],
        ['Arrow keys', 'Move between cards'],
        ['Home, End', 'Go to the first or the last card'],
        ['Enter', 'Load the project or insert the asset'],
        ['Delete', 'Delete the project or the asset'],
      ],
    },
    {
      title: 'In the console',
      shortcuts: [
        ['/', 'Go to the filter'],
        ['Up, Down', 'Move through values or earlier input'],
        ['Right, Left', 'Open or close a value'],
      ],
    },
  ];

/** A shortcut, as it is shown. */
export function Keys({ children }: { children: string }) {
  return (
    <kbd className="shrink-0 whitespace-nowrap rounded-sm border bg-hover px-1.5 font-mono text-muted text-xs">
      {children}
    </kbd>
  );
}
