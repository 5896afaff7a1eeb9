import { randomBytes } from 'node:crypto';
import type { UploadedFile } from './multipart-upload.ts';

/** The first bytes of files of these types. */
const beginnings = {
  gif: Buffer.from('GIF89a'),
  mp4: Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42'),
};
const block = randomBytes(262_144);

/** A unique file of this type and this many bytes. Large files share most of their memory. */
export function mediaFile(type: keyof typeof beginnings, size: number): UploadedFile {
  const head = Buffer.concat([beginnings[type], randomBytes(32)]);
  const left = size - head.length;
  const blocks = Array.from({ length: Math.floor(left / block.length) }, () => block);
  return { name: `bench.${type}`, content: [head, ...blocks, block.subarray(0, left % block.length)] };
}
