const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key that commands are pressed with on this system. */
const command = isApple ? 'Cmd' : 'Ctrl';

/** The keys of the studio's own commands. */
export const keys = {
  palette: `${command}+Shift+P`,
  paletteAsWell: 'F1',
  paletteOutsideEditors: `${command}+K`,
  save: `${command}+S`,
  format: `${command}+Shift+F`,
  help: '?',
} as const;

/** What the help sheet lists, part by part. */
export const shortcutGroups: readonly { title: string; shortcuts: readonly (readonly [string, string])[] }[] =
  [
    {
      title: 'Everywhere',
      shortcuts: [
        [`${keys.palette} or ${keys.paletteAsWell}`, 'Open the commands'],
        [keys.paletteOutsideEditors, 'Open the commands (outside of the editors)'],
        [keys.save, 'Save'],
        [keys.format, 'Format the code'],
        [keys.help, 'Show this sheet (outside of text fields)'],
        ['F8', 'Go to the message on show'],
        ['Esc', 'Leave a dialog, a menu or a maximized editor'],
      ],
    },
    {
      title: 'In an editor',
      shortcuts: [
        [`${command}+F`, 'Search'],
        [`${command}+Z`, 'Undo'],
        ['Tab', 'Indent'],
        [isApple ? 'Ctrl+Shift+M' : 'Ctrl+M', 'Let Tab move the focus, or indent again'],
        ['Esc, then Tab', 'Leave the plain editor'],
      ],
    },
    {
      title: 'In lists of projects and assets',
      shortcuts: [
        ['/', 'Go to the search'],
        ['Arrow keys', 'Go from card to card'],
        ['Home, End', 'Go to the first or the last card'],
        ['Enter', 'Load the project, insert the asset'],
        ['Delete', 'Delete the project or the asset'],
      ],
    },
    {
      title: 'In the console',
      shortcuts: [
        ['/', 'Go to the filter'],
        ['Up, Down', 'Go through values, or through former input'],
        ['Right, Left', 'Open or close a value'],
      ],
    },
  ];
