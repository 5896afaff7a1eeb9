import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { startTestRegistry, type TestRegistry } from '../../../../test/support/test-registry.js';

const folder = mkdtempSync(path.join(tmpdir(), 'npmrc-'));
const variables = { npm_config_userconfig: path.join(folder, 'npmrc'), npm_config_registry: '' };
const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
let main: TestRegistry;
let ofScope: TestRegistry;
let studio: TestStudio;

beforeAll(async () => {
  main = await startTestRegistry();
  ofScope = await startTestRegistry();
  variables.npm_config_registry = main.address;
  writeFileSync(
    variables.npm_config_userconfig,
    `@acme:registry=${ofScope.address}\n@open:registry=${main.address}/\n`,
  );
  Object.assign(process.env, variables);
  studio = await startTestStudio({ MODULES: 'registry' });
});
afterAll(async () => {
  await studio.stop();
  await main.stop();
  await ofScope.stop();
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  rmSync(folder, { recursive: true });
});

async function resolve(...specifiers: string[]): Promise<ResolvedPackages> {
  const { body } = await studio.call('post', '/packages/resolve').send({ specifiers }).expect(200);
  return ResolvedPackages.parse(body);
}

it('H84 publishes nothing from a registry that npm’s settings name for a scope', async () => {
  for (const registry of [main, ofScope]) registry.publish('@acme/secret');
  expect((await resolve('@acme/secret')).problems).toMatchObject([
    { code: 'refused', message: expect.stringContaining('@acme has a registry of its own') },
  ]);
  const address = `http://127.0.0.1:${studio.config.sandboxPort}/packages/@acme/secret@1.0.0/package.json`;
  expect((await fetch(address)).status).toBe(502);
  expect([...main.requests, ...ofScope.requests]).toEqual([]);
});

it('takes everything else from the registry that npm is configured to, and scopes that have the same', async () => {
  for (const name of ['plain', '@open/kit', '@other/kit']) main.publish(name);
  expect(await resolve('plain', '@open/kit', '@other/kit')).toMatchObject({
    packages: { plain: '1.0.0', '@open/kit': '1.0.0', '@other/kit': '1.0.0' },
    problems: [],
  });
});
