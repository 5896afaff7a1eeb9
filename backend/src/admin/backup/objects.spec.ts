import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { hasBytes } from './objects.js';

const hash = createHash('sha256').update('bytes').digest('hex');
const storage = (chunks: Iterable<string>) => ({ read: async () => Readable.from(chunks) });

it('the bytes of a storage are compared with their hash', async () => {
  expect(await hasBytes(storage(['by', 'tes']), 'kkkkkkkkkkkkkkkk', hash)).toBe(true);
  expect(await hasBytes(storage(['bytes', '!']), 'kkkkkkkkkkkkkkkk', hash)).toBe(false);
});

it('a connection to the storage that breaks while they are read is an error of the command, not the end of the process', async () => {
  function* broken() {
    yield 'by';
    throw new Error('socket hang up');
  }
  await expect(hasBytes(storage(broken()), 'kkkkkkkkkkkkkkkk', hash)).rejects.toThrow('socket hang up');
});
