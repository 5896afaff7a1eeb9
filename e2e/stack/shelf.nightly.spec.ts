import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { startTestRegistry, type TestRegistry } from '../../backend/test/support/test-registry.ts';
import { type Installation, installWithShelf } from './installation.ts';
import { startStudio } from './studio.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const builtWithinMs = 900_000;

/** An empty data folder, as of a new studio, and a registry that must not be requested. */
const dataDir = mkdtempSync(join(tmpdir(), 'studio-shelf-'));
let registry: TestRegistry;
let installation: Installation;
beforeAll(async () => {
  registry = await startTestRegistry();
  installation = installWithShelf([]);
});
afterAll(async () => {
  installation.remove();
  await registry.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => ({
  ...process.env,
  NODE_ENV: 'development',
  DATA_DIR: dataDir,
  PACKAGE_REGISTRY: registry.address,
  npm_config_registry: registry.address,
});

it(
  'npm run shelf, ended and started again, builds every package into the storage, and asks no network',
  async () => {
    const ended = spawn('npm', ['run', 'shelf', '--silent'], {
      cwd: root,
      env: environment(),
      detached: true,
    });
    // Wait for the first progress message, so that it is ended in the middle of its work.
    await once(ended.stderr, 'data');
    const gone = once(ended, 'close');
    process.kill(-(ended.pid ?? 0), 'SIGINT');
    await gone;
    const again = await promisify(execFile)('npm', ['run', 'shelf', '--silent'], {
      cwd: root,
      env: environment(),
    });
    expect(again.stdout).toMatch(/^\d{2,} packages are built and stored\.$/m);
    expect(registry.requests).toEqual([]);
  },
  builtWithinMs,
);

it('a studio on that storage serves each package, although it has no shelf of its own, builds nothing and asks no network', async () => {
  // Like another replica, which has only the storage. Without the build process it cannot build either.
  rmSync(join(dataDir, 'packages'), { recursive: true });
  rmSync(join(dirname(installation.entry), 'features/packages/building/build-process.js'));
  const { dependencies } = (await import('../../backend/shelf/package.json', { with: { type: 'json' } }))
    .default as { dependencies: Record<string, string> };
  const studio = await startStudio({ ...(environment() as Record<string, string>) }, installation.entry);
  const { port } = new URL(studio.sandboxUrl('any'));
  const names = Object.keys(dependencies).filter((name) => !name.startsWith('@types/'));
  const responses = await Promise.all(
    names.map(async (name) => {
      const response = await fetch(`http://127.0.0.1:${port}${packagePath(name, dependencies[name] ?? '')}`);
      return { name, status: response.status, isModule: /\bexport\b/.test(await response.text()) };
    }),
  );
  expect(responses).toEqual(names.map((name) => ({ name, status: 200, isModule: true })));
  expect(registry.requests).toEqual([]);
  await studio.dispose();
}, 120_000);
