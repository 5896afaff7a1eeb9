import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, installPackages } from './installed.ts';

/** A whole backup. */
const release = fileURLToPath(new URL('../../backend/test/releases/2026-11-23', import.meta.url));
const script = fileURLToPath(new URL('../../infra/offsite.sh', import.meta.url));

/** What the service `offsite` has: a volume with backups, and three secrets. */
export interface OffsiteMachine {
  /** `/backups` there. */
  backups: string;
  /** What Prometheus is told. */
  figures: string;
  env: Record<string, string>;
  addBackup(name: string): void;
  /** The names of those in the other place. */
  copies(): string[];
  run(...words: string[]): SpawnSyncReturns<string>;
  remove(): void;
}

/** Sees to it that restic is installed. Says why not, or undefined. */
export function provisionRestic(): string | undefined {
  if (findProgram(['restic'])) return undefined;
  const refusal = installPackages('restic');
  return findProgram(['restic']) ? undefined : (refusal ?? 'the installed restic cannot be found');
}

/** A machine with empty volumes. `variables` are those of `.env`. */
export function makeOffsiteMachine(
  variables: Record<string, string>,
  secrets: { password: string; accessKey?: string; secretKey?: string },
): OffsiteMachine {
  const folder = mkdtempSync(join(tmpdir(), 'studio-offsite-'));
  const backups = join(folder, 'backups');
  mkdirSync(join(backups, 'metrics'), { recursive: true });
  mkdirSync(join(folder, 'secrets'));
  const { password, accessKey = '', secretKey = '' } = secrets;
  for (const [name, secret] of Object.entries({ password, access_key: accessKey, secret_key: secretKey }))
    writeFileSync(join(folder, `secrets/offsite_${name}`), `${secret}\n`);
  const env = {
    PATH: process.env['PATH'] ?? '',
    BACKUPS: backups,
    SECRETS: join(folder, 'secrets'),
    ...variables,
  };
  const run = (...words: string[]) => spawnSync('sh', [script, ...words], { env, encoding: 'utf8' });
  return {
    backups,
    figures: join(backups, 'metrics/offsite_copy.prom'),
    env,
    addBackup: (name) => cpSync(release, join(backups, name), { recursive: true }),
    // As a tag; its path has the name as well.
    copies: () => run('list').stdout.match(/(?<= )\d{4}-\d\d-\d\dT[\d-]+/g) ?? [],
    run,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
