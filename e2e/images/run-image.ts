import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../backend/test/support/free-port.ts';
import { isReady } from '../stack/studio.ts';
import type { StudioImage } from './build-image.ts';

const readyWithinMs = 60_000;

/** A container of the studio's image, without Docker. */
export interface StudioContainer {
  /** The app's origin, without a proxy. */
  url: string;
  /** Its whole log. */
  output(): string;
  /** Like `docker exec`: runs a command through the entrypoint, as the image's user. */
  run(command: readonly string[], env?: Record<string, string>): SpawnSyncReturns<string>;
  /** Like `docker stop`. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Starts the image's command with these variables, and these secrets as files. Resolves when it is ready. */
export async function runImage(
  { folder, user, stage, path }: StudioImage,
  variables: Record<string, string>,
  secrets: Record<string, string>,
): Promise<StudioContainer> {
  const secretsFolder = mkdtempSync(join(tmpdir(), 'studio-secrets-'));
  chmodSync(secretsFolder, 0o755);
  const secretFiles = Object.entries(secrets).map(([name, secret]) => {
    const file = join(secretsFolder, name);
    writeFileSync(file, `${secret}\n`);
    return [`${name}_FILE`, file] as const;
  });
  const port = String(await freePort());
  const ports = { PORT: port, SANDBOX_PORT: String(await freePort()) };
  const env = { ...stage.env, ...variables, ...ports, ...Object.fromEntries(secretFiles), PATH: path };
  const entrypoint = join(folder, stage.entrypoint[0] ?? '');
  const inside = { ...user, cwd: folder };

  const studio = spawn(entrypoint, stage.command, { ...inside, env });
  let output = '';
  for (const stream of [studio.stdout, studio.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const stop = async () => {
    if (studio.exitCode === null) {
      studio.kill('SIGTERM');
      await once(studio, 'exit');
    }
    rmSync(secretsFolder, { recursive: true, force: true });
    return studio.exitCode;
  };

  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + readyWithinMs;
  while (!(await isReady(url))) {
    if (studio.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The image is not ready:\n${output}`);
    }
    await pause(100);
  }
  return {
    url,
    output: () => output,
    run: (command, more = {}) =>
      spawnSync(entrypoint, command, { ...inside, env: { ...env, ...more }, encoding: 'utf8' }),
    stop,
  };
}
