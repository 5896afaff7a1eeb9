import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { type ArchiveEntry, archiveOf } from '../../../../test/support/test-registry.js';
import { pack, unpack } from './archives.js';

it('an archive of files that are deleted before it is read fails only where it is read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'studio-archive-'));
  await writeFile(path.join(folder, 'a.js'), 'export default 1;');
  const whole = path.join(folder, 'whole');
  const options = { files: 1, bytes: 100 };
  await unpack(pack(folder, ['a.js'], 'first'), whole, options);
  const archive = pack(folder, ['a.js', 'b.js'], 'second');
  await rm(folder, { recursive: true });
  // About as long as the storage needs to open a file.
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  await expect(text(archive)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('H84 an archive that would make more folders than it may have files is refused before they are made', async () => {
  const deep = (name: string) => ({ path: `package/${name}/1/2/3/file`, text: '' });
  const unpackInto = async (entries: ArchiveEntry[]) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'studio-archive-'));
    const unpacked = unpack(Readable.from([archiveOf(entries)]), folder, { files: 8, bytes: 100 });
    const result = await unpacked.catch((error: Error) => error.message);
    return { result, made: await readdir(folder) };
  };
  expect(await unpackInto(['a', 'b'].map(deep))).toMatchObject({ result: { bytes: 0, entries: 10 } });
  expect(await unpackInto(['a', 'b', 'c'].map(deep))).toEqual({
    result: 'it has more than 8 folders',
    made: [],
  });
});
