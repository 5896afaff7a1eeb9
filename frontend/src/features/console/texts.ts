/** Texts of the console panel (specification: Console). */

import { countOf, numberText } from '@/lib/count-of.ts';

export const entries = 'Console messages';
export const nothingRuns = 'Nothing is running in the preview. Press Run and try again.';
export const pageHangs = 'The page does not respond. Wait until it does, or press Stop.';
export const table = 'Table';
export const title = 'JavaScript Console';
export const empty = 'JavaScript console output will appear here...';
export const noMatch = 'No messages match this filter.';
export const evaluate = 'Evaluate in the preview';
export const group = 'Group';
export const copyEntry = 'Copy entry';
export const stack = 'Stack';
export const logs = 'Logs';
export const infos = 'Info';
export const warnings = 'Warnings';
export const errors = 'Errors';
export const allLevels = 'All';
export const levels = 'Levels';
export const preserveLogHint = 'Keep messages from earlier runs';
export const preserveLog = 'Preserve log';
export const filterConsole = 'Filter the console';
export const filter = 'Filter';
export const copyAll = 'Copy all';
export const copied = 'Copied';
export const clear = 'Clear console';
export const clearedByPage = 'The console was cleared by the page';
export const showInEditor = 'Show in the editor';

export const newLines = (count: number) => countOf(count, 'new line');
export const dropped = (count: number) =>
  `${countOf(count, 'older entry was', 'older entries were')} dropped.`;
export const more = (count: number) => `… ${numberText(count)} more`;
export const notCopied = (count: number) =>
  `${countOf(count, 'older entry was', 'older entries were')} left out: too long to copy.`;
export const repeated = (count: number) => `Logged ${count} times`;
