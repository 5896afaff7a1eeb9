import { randomBytes } from 'node:crypto';
import type { UploadedFile } from './multipart-upload.ts';

/** Long enough to be seen for what it is, and no other file's. */
const headBytes = 64;
const block = randomBytes(262_144);

/** A file of this many bytes that says it is a film, unlike any other. Films share memory, however large they are. */
export function film(name: string, size: number): UploadedFile {
  const head = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom\0\0\x02\0isommp42'),
    randomBytes(headBytes - 24),
  ]);
  const left = size - head.length;
  const blocks = Array.from({ length: Math.floor(left / block.length) }, () => block);
  return { name, content: [head, ...blocks, block.subarray(0, left % block.length)] };
}
