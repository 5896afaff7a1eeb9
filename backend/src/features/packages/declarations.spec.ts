import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ResolvedPackages, TypeFiles } from '@studio/contract/packages/package-routes';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let origin: string;

beforeAll(async () => {
  studio = await startTestStudio();
  origin = `http://127.0.0.1:${studio.config.sandboxPort}`;
});
afterAll(() => studio.stop());

async function typesFor(...specifiers: string[]): Promise<Record<string, string>> {
  const { body } = await studio
    .call('post', '/packages/resolve')
    .send({ specifiers, types: true })
    .expect(200);
  return ResolvedPackages.parse(body).types;
}

async function declarations(path: string): Promise<TypeFiles> {
  const response = await fetch(`${origin}${path}?types`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return TypeFiles.parse(await response.json());
}

describe('the declarations of a package', () => {
  it('are its own where it has some', async () => {
    const { zod = '' } = await typesFor('zod');
    expect(zod).toMatch(/^\/packages\/zod@\d+\.\d+\.\d+\/.+\.d\.c?ts$/);
    const response = await fetch(origin + zod);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toContain('export');
  });

  it('are those of @types where it has none', async () => {
    const { three = '' } = await typesFor('three');
    expect(three).toMatch(/^\/packages\/@types\/three@\d+\.\d+\.\d+\/.+\.d\.ts$/);
    expect((await fetch(origin + three)).status).toBe(200);
  });

  it('are those beside the module that the manifest exports, where the compiler looks for them', async () => {
    const { three = '' } = await typesFor('three');
    const manifest = Object.entries(await declarations(three)).find(([file]) =>
      file.endsWith('/package.json'),
    );
    const exported = JSON.parse(manifest?.[1] ?? '{}').exports['.'].import;
    expect(three).toContain(exported.replace(/^\.(.*)\.js$/, '$1.d.ts'));
  });

  it('are given for each path that is imported, and for what declarations import in turn', async () => {
    const types = await typesFor('lodash-es/debounce', 'three/addons/controls/OrbitControls.js', 'd3');
    expect(types['lodash-es/debounce']).toMatch(/@types\/lodash-es@.*\/debounce\.d\.ts$/);
    expect(types['three/addons/controls/OrbitControls.js']).toMatch(/\/OrbitControls\.d\.ts$/);
    expect(types['d3-array']).toMatch(/^\/packages\/@types\/d3-array@/);
  });

  it('are none for what is no package, but has a name that every object has', async () => {
    expect(await typesFor('constructor', 'toString')).toEqual({});
  });

  it('come together in one response, with the manifest that says how they are found', async () => {
    const { three = '' } = await typesFor('three');
    const files = await declarations(three);
    const paths = Object.keys(files);
    expect(files[three]).toContain('Three');
    expect(paths.length).toBeGreaterThan(200);
    const base = three.slice(0, three.lastIndexOf('/', three.indexOf('/', '/packages/@types/'.length)) + 1);
    expect(paths).toContain(`${base}package.json`);
    expect(paths.every((path) => path.startsWith(base))).toBe(true);
  });

  it('are not found outside of the package', async () => {
    const { three = '' } = await typesFor('three');
    const base = three.slice(0, three.indexOf('/', '/packages/@types/'.length));
    for (const rest of ['/node_modules/x/index.d.ts', '/..%2f..%2fx/index.d.ts', '/nothing.d.ts'])
      expect((await fetch(`${origin}${base}${rest}?types`)).status).toBe(404);
  });
});
