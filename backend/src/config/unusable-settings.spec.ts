import { once } from 'node:events';
import { link, mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Config } from './config.js';
import { readConfig } from './read-config.js';
import { configErrorFromSystem } from './unusable-settings.js';

const taken = createServer();
const thisFile = fileURLToPath(import.meta.url);
let config: Config;
beforeAll(async () => {
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const { port } = taken.address() as AddressInfo;
  config = await readConfig({ PORT: '0', SANDBOX_PORT: String(port), HOST: '192.0.2.1', DATA_DIR: thisFile });
});
afterAll(() => {
  taken.close();
});

async function errorOfListening(port: number, host: string): Promise<Error> {
  const [error] = await once(createServer().listen(port, host), 'error');
  return error;
}

const errorOfMaking = (folder: string): Promise<Error> =>
  mkdir(folder, { recursive: true }).then(
    () => new Error('it was made'),
    (error: Error) => error,
  );

it('is one line that names the variable, what it got and what it takes', async () => {
  const lineOf = (error: Error, its = config) => configErrorFromSystem(error, its)?.message;
  const portIsTaken = await errorOfListening(config.sandboxPort, '127.0.0.1');
  const free = 'expected a port that is free and that this user may open (EADDRINUSE)';
  expect(lineOf(portIsTaken)).toBe(`SANDBOX_PORT: ${free}, got "${config.sandboxPort}".`);
  const swapped = await readConfig({ PORT: String(config.sandboxPort), SANDBOX_PORT: '0' });
  expect(lineOf(portIsTaken, swapped)).toBe(`PORT: ${free}, got "${config.sandboxPort}".`);
  // An address for documentation (RFC 5737), which no machine has.
  expect(lineOf(await errorOfListening(0, '192.0.2.1'))).toBe(
    'HOST: expected an address of this machine (EADDRNOTAVAIL), got "192.0.2.1".',
  );
  for (const folder of [thisFile, `${thisFile}/files`])
    expect(lineOf(await errorOfMaking(folder))).toMatch(
      /^DATA_DIR: expected a folder that this user may write to \(E\w+\), got ".+"\.$/,
    );
  // Of a folder the system makes no hard link, as some file systems do of no file.
  const folder = tmpdir();
  const unlinked = await link(folder, join(folder, 'studio-link')).catch((error: Error) => error);
  expect(lineOf(unlinked as Error, await readConfig({ DATA_DIR: folder }))).toBe(
    `DATA_DIR: expected a folder on a file system with hard links (EPERM), got "${folder}".`,
  );
});

it('is null for any other error', async () => {
  const inNeighbour = await errorOfMaking(`${thisFile}.other/files`);
  const ofAnotherHost = await errorOfListening(0, 'database.invalid');
  const others = [
    new Error('a bug'),
    Object.assign(inNeighbour, { path: `${thisFile}.other` }),
    ofAnotherHost,
  ];
  for (const error of others) expect([error, configErrorFromSystem(error, config)]).toEqual([error, null]);
});
