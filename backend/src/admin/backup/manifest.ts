import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CommandError } from '../command.js';

/** What a backup contains. It is written last: without it a backup is incomplete. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Versions of the studio, and of Node, that made it. */
  studio: z.string(),
  node: z.string(),
  /** The migrations of its schema, oldest first. */
  migrations: z.array(z.string()).check(z.minLength(1)),
  /** The number of rows of each table, in the order in which they can be restored. */
  tables: z.record(z.string(), z.int()),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  /** SHA-256 of files that were missing or damaged when the backup was made. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

const fileOf = (folder: string) => join(folder, 'manifest.json');

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(fileOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', flush: true });
}

/** @throws CommandError if the backup is incomplete, or this studio cannot read it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(fileOf(folder), 'utf8').catch((error: unknown) => {
    throw new CommandError(`${folder} is no whole backup: ${String(error)}`);
  });
  const { success, data } = Manifest.safeParse(JSON.parse(text));
  if (!success) throw new CommandError(`${folder} is not a backup that this studio can read.`);
  return data;
}
