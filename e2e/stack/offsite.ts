import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, installMissing } from './installed.ts';

/** A complete backup. */
const release = fileURLToPath(new URL('../../backend/test/releases/2026-11-23', import.meta.url));
const script = fileURLToPath(new URL('../../infra/offsite.sh', import.meta.url));

/** Stands in for the service `offsite`: a volume with backups, and three secrets. */
export interface OffsiteMachine {
  /** Its `/backups`. */
  backups: string;
  /** The file with metrics for Prometheus. */
  figures: string;
  env: Record<string, string>;
  addBackup(name: string): void;
  /** The names of the backups in the other place. */
  copies(): string[];
  run(...words: string[]): SpawnSyncReturns<string>;
  remove(): void;
}

/** Installs restic if it is missing. @returns why that failed, or undefined */
export function provisionRestic(): string | undefined {
  return installMissing(() => (findProgram(['restic']) ? undefined : 'restic'), 'restic');
}

/** A machine with empty volumes. `variables`: the settings in `.env`. */
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
    // The name behind a space is the tag; the path contains the name too.
    copies: () => run('list').stdout.match(/(?<= )\d{4}-\d\d-\d\dT[\d-]+/g) ?? [],
    run,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
