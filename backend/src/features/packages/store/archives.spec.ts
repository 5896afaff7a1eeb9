import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
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
