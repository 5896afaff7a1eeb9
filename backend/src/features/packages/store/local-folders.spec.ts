import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../../test/support/until.js';
import { LocalFolders } from './local-folders.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'local-folders-'));
});
afterEach(() => rm(root, { recursive: true }));

const open = () => new LocalFolders(root, 100_000);
/** Empty files and folders, which take half of the limit on a disk. */
const fillWithSmall = async (folder: string) => {
  const names = Array.from({ length: 6 }, (_, index) => path.join(folder, `${index}`));
  for (const name of names) {
    await mkdir(name);
    await writeFile(path.join(name, 'file'), '');
  }
};
const fill = (folder: string) => writeFile(path.join(folder, 'file'), 'text');

describe('the folders that a process left', () => {
  it('are found by the next one, whatever else lies beside them', async () => {
    const made = await open().make('kept', fill);
    await writeFile(path.join(root, '.DS_Store'), '');
    await symlink('/nothing', path.join(root, 'broken'));
    expect(await open().find('kept')).toBe(made);
    expect(await open().find('.DS_Store')).toBeNull();
  });

  it('are found once they can be read', async () => {
    await rm(root, { recursive: true });
    await writeFile(root, 'no folder');
    const folders = open();
    await expect(folders.find('kept')).rejects.toThrow('ENOTDIR');
    await rm(root);
    await mkdir(root);
    const made = await open().make('kept', fill);
    expect(await folders.find('kept')).toBe(made);
  });
});

it('a folder that somebody has deleted is none, and can be made again', async () => {
  const folders = open();
  const made = await folders.make('deleted', fill);
  await rm(made, { recursive: true });
  expect(await folders.find('deleted')).toBeNull();
  await folders.make('deleted', fill);
  expect(await folders.find('deleted')).toBe(made);
});

it('H84 small files and folders count as the blocks of a disk that they take, and are found with that size', async () => {
  const folders = open();
  for (const name of ['first', 'second', 'third']) await folders.make(name, fillWithSmall);
  expect(await folders.find('first')).toBeNull();
  expect(await folders.find('third')).not.toBeNull();
  const found = open();
  expect(await found.find('second')).not.toBeNull();
  await found.make('fourth', fillWithSmall);
  expect(await found.find('third')).toBeNull();
  await until(async () => (await readdir(root)).toSorted().join() === 'fourth,second');
});
