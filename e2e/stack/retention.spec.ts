import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const script = fileURLToPath(new URL('../../infra/studio/retention.sh', import.meta.url));

/** The names of the backups that are kept. */
function kept(names: string[], daily: number, weekly: number, monthly: number): string[] {
  const env = {
    PATH: process.env['PATH'],
    BACKUPS_DAILY: `${daily}`,
    BACKUPS_WEEKLY: `${weekly}`,
    BACKUPS_MONTHLY: `${monthly}`,
  };
  const gone = execFileSync(script, { input: `${names.join('\n')}\n`, env, encoding: 'utf8' }).split('\n');
  return names.filter((name) => !gone.includes(name));
}

const daysBack = (count: number) =>
  Array.from({ length: count }, (_, day) => new Date(Date.UTC(2026, 10, 23) - day * 86_400_000)).map(
    (date) => `${date.toISOString().slice(0, 10)}T02-30-00`,
  );

it('of daily backups the newest of each day, week and month stay', () => {
  expect(kept(daysBack(120), 3, 3, 3).map((name) => name.slice(0, 10))).toEqual([
    '2026-11-23', // a Monday
    '2026-11-22', // the last of the week before
    '2026-11-21',
    '2026-11-15', // the last of the third week
    '2026-10-31',
    '2026-09-30',
  ]);
});

it('of several in a day the newest stays, and the newest of all always does', () => {
  const names = ['2026-11-23T02-30-00', '2026-11-23T12-00-00', '2026-11-22T02-30-00'];
  expect(kept(names, 1, 1, 1)).toEqual(['2026-11-23T12-00-00']);
  expect(kept(names, 0, 0, 0)).toEqual(['2026-11-23T12-00-00']);
});

it('nothing is deleted until there are more backups than are to be kept', () => {
  const names = daysBack(10);
  expect(kept(names, 14, 8, 12)).toEqual(names);
});
