import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../common/parse-json.js';
import { CommandError } from '../command.js';

/** What a backup contains. It is written last: without it a backup is incomplete. */
export const BackupManifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Versions of the studio, and of Node, that made it. */
  studio: z.string(),
  node: z.string(),
  /** The migrations of its schema, oldest first. */
  migrations: z.array(z.string()).check(z.minLength(1)),
  /** The number of rows of each table, in the order in which they can be restored. */
  tables: z.record(z.string(), z.int()),
  /** SHA-256 of each table's file; older backups have none. */
  digests: z.optional(z.record(z.string(), z.string())),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  /** SHA-256 of files that were missing or damaged when the backup was made, or deleted while it was. */
  missing: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

const fileOf = (folder: string) => join(folder, 'manifest.json');

/** The rows of a table, as lines of JSON. */
export const tableFile = (folder: string, table: string) => join(folder, 'tables', `${table}.jsonl.gz`);

/** Waits until it is on the disk. @throws where the folder has a manifest already. */
export async function writeBackupManifest(folder: string, manifest: BackupManifest): Promise<void> {
  await writeFile(fileOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', flush: true });
}

/** SHA-256 of the tables' files. */
export async function digestTables(
  folder: string,
  tables: readonly string[],
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of tables) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(tableFile(folder, table))) hash.update(chunk as Buffer);
    digests[table] = hash.digest('hex');
  }
  return digests;
}

/** @throws CommandError if a table's file is missing, truncated or changed. */
export async function checkTables(folder: string, { tables, digests = {} }: BackupManifest): Promise<void> {
  const found = await digestTables(folder, Object.keys(tables)).catch((error: unknown) => {
    throw new CommandError(`The backup is damaged: ${(error as Error).message}`);
  });
  for (const [table, digest] of Object.entries(digests))
    if (found[table] !== digest)
      throw new CommandError(`The backup is damaged: the rows of ${table} are not those that were written.`);
}

/** @throws CommandError if the backup is incomplete, or this studio cannot read it. */
export async function readBackupManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(fileOf(folder), 'utf8').catch((error: unknown) => {
    throw new CommandError(`${folder} is not a complete backup: ${String(error)}`);
  });
  const { success, data } = BackupManifest.safeParse(parseJson(text));
  if (!success) throw new CommandError(`${folder} is not a backup that this studio can read.`);
  return data;
}
