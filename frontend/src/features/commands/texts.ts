/** Texts of the command palette and the list of shortcuts. */

import { countOf } from '@/lib/count-of.ts';

export const noCommand = 'No commands found. Try another word.';
export const commands = 'Commands';
export const searchCommands = 'Search commands';
export const searchHint = 'What do you want to do?';
export const shortcuts = 'Keyboard shortcuts';
export const allShortcuts = 'All shortcuts';
export const helpKeyHint = 'Turn it off if it gets in the way, for example of speech input.';

export const countedCommands = (count: number) => countOf(count, 'command');
export const opensHelp = (key: string) => `${key} opens this list`;
