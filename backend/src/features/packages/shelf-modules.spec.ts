import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { PackageList, ResolvedPackages } from '@studio/contract/packages/package-routes';
import { packagePath } from '@studio/contract/packages/specifier';
import { type ImportedPackages, importedPackages } from '../../../test/support/requests/imported-package.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let origin: string;
let modules: ImportedPackages;
let versions: Record<string, string>;
const reactModule =
  'data:text/javascript,export default { isStandIn: true };export const createContext = () => ({}), useState = () => []';

beforeAll(async () => {
  studio = await startTestStudio();
  origin = `http://127.0.0.1:${studio.config.sandboxPort}`;
  modules = importedPackages(origin, { react: reactModule });
  const { body } = await studio.call('get', '/packages').expect(200);
  versions = Object.fromEntries(PackageList.parse(body).packages.map(({ name, version }) => [name, version]));
});
afterAll(async () => {
  modules.remove();
  await studio.stop();
});

const pathOf = (name: string, subpath = '.') => packagePath(name, versions[name] ?? '', subpath);
const load = (name: string, subpath?: string) => modules.import(pathOf(name, subpath));
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers, redirect: 'manual' });

async function resolve(specifiers: string[], rest: object = {}): Promise<ResolvedPackages> {
  const { body } = await studio
    .call('post', '/packages/resolve')
    .send({ specifiers, ...rest })
    .expect(200);
  return ResolvedPackages.parse(body);
}

describe('a module of a package', () => {
  it('has what the package exports', async () => {
    const { default: debounce } = await load('lodash-es', './debounce');
    expect((await load('lodash-es'))['debounce']).toBe(debounce);
    const { format } = (await load('date-fns')) as { format(date: Date, text: string): string };
    expect(format(new Date(2026, 10, 23), 'yyyy-MM-dd')).toBe('2026-11-23');
    const { z } = (await load('zod')) as { z: { string(): { parse(value: unknown): string } } };
    expect(z.string().parse('a')).toBe('a');
    expect(() => z.string().parse(1)).toThrow();
  });

  it('keeps the names of its functions and classes', async () => {
    const { Observable, map } = (await load('rxjs')) as Record<string, { name: string }>;
    expect([Observable?.name, map?.name]).toEqual(['Observable', 'map']);
  });

  it('is the same instance whichever way it is imported', async () => {
    const preact = await load('preact');
    const hooks = await load('preact', './hooks');
    expect(typeof hooks['useState']).toBe('function');
    const compat = await load('preact', './compat');
    expect(compat['createElement']).toBe(preact['createElement']);
  });

  it('of a package with many named modules is one of few requests', async () => {
    const fresh = importedPackages(origin);
    await fresh.import(pathOf('date-fns'));
    expect(fresh.requests).toBeLessThanOrEqual(3);
    fresh.remove();
  });

  it('has by name what CommonJS sets on the one function that it exports', async () => {
    const { default: main, EventEmitter } = await load('events');
    expect(EventEmitter).toBe(main);
  });

  it('imports other packages by address, and peers by name', async () => {
    const response = await get(pathOf('@tanstack/react-query'));
    const code = await response.text();
    expect(code).toMatch(/from ?["']\/packages\/@tanstack\/query-core@/);
    expect(code).toMatch(/from ?["']react["']/);
    expect((await load('d3'))['scaleLinear']).toEqual(expect.any(Function));
  });

  it('is served permanently, to any page on any origin of the sandbox', async () => {
    const path = pathOf('canvas-confetti');
    const host = { Host: `abcdefghij012345.localhost:${studio.config.sandboxPort}` };
    const response = await get(path, host);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await get(path, { ...host, 'if-none-match': etag })).status).toBe(304);
  });

  it('is a 404 where the package has no such part, for which nothing is built', async () => {
    const response = await get(pathOf('htm', './~/in-nothing/a.js'));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This studio has no "~/in-nothing/a.js" of htm');
  });

  it.each([
    ['/packages/no-such-package@1.0.0/', 'This studio has no no-such-package 1.0.0'],
    ['/packages/three@0.1.0/', 'This studio has no three 0.1.0'],
    ['/packages/three', 'This is not the address of a package'],
    ['/packages/three@latest/', 'This is not the address of a package'],
    ['/packages/three@1.0.0/..%2f..%2fpackage.json', 'This is not the address of a package'],
    ['/packages/constructor@1.0.0/', 'This is not the address of a package'],
  ])('is a 404 that says what is missing: %s', async (path, words) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain(words);
  });

  it('never has what lies outside of its package', async () => {
    for (const rest of [
      '../package.json',
      '..%2fpackage.json',
      'node_modules/x/package.json',
      '%2e%2e/package.json',
    ])
      expect((await get(`${pathOf('three')}${rest}`)).status).toBe(404);
  });
});

describe('other files of a package', () => {
  it('are served as they are', async () => {
    const response = await get(pathOf('three', './package.json'));
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({ name: 'three' });
  });

  it('are modules where they are asked for as such', async () => {
    const manifest = await get(`${pathOf('three', './package.json')}?module`);
    expect(manifest.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await manifest.text()).toMatch(/^const data = \{[^]*export \{ data as default/);
    const marker = pathOf('leaflet', './dist/images/marker-icon.png');
    const { default: address } = await modules.import(`${marker}?module`);
    expect(address).toMatch(new RegExp(`${marker}$`));
    expect((await get(marker)).headers.get('content-type')).toBe('image/png');
  });
});

describe('a search for packages', () => {
  const search = async (text: string) => {
    const { body } = await studio.call('get', `/packages?search=${encodeURIComponent(text)}`).expect(200);
    return PackageList.parse(body).packages;
  };

  it('finds by name first, with version, licence and size', async () => {
    const [first] = await search('three');
    expect(first).toMatchObject({
      name: 'three',
      version: versions['three'],
      license: 'MIT',
      source: 'shelf',
    });
    expect(first?.size).toBeGreaterThan(1_000_000);
    expect((await search('confetti')).map(({ name }) => name)).toEqual(['canvas-confetti']);
  });

  it('finds nothing where there is nothing', async () => {
    expect(await search('no such package at all')).toEqual([]);
  });
});

describe('the versions for imports', () => {
  it('are the newest, with what the packages need beside them', async () => {
    const { packages, details, problems } = await resolve(
      ['three', '@react-three/fiber', 'lodash-es/debounce'],
      {
        carried: { react: '19.3.1', 'react-dom': '19.3.1' },
      },
    );
    expect(problems).toEqual([]);
    const wanted = ['three', '@react-three/fiber', 'lodash-es'];
    expect(packages).toEqual(Object.fromEntries(wanted.map((name) => [name, versions[name]])));
    expect(details['three']).toMatchObject({ license: 'MIT', newest: versions['three'] });
  });

  it('bring peers that are not imported, and never what the studio carries', async () => {
    const { packages } = await resolve(['@react-three/fiber']);
    expect(Object.keys(packages).toSorted()).toEqual(['@react-three/fiber', 'three']);
    expect((await resolve(['react', 'vue', 'react-dom/client'])).packages).toEqual({});
  });

  it('say which imports have a default export, CommonJS included', async () => {
    const { defaults } = await resolve(['canvas-confetti', 'howler', 'three', 'leaflet/dist/leaflet.css']);
    expect(defaults).toEqual(['canvas-confetti', 'howler']);
  });

  it('are none for what every object has by that name', async () => {
    const { problems } = await resolve(['constructor', 'htm/constructor', 'htm/__proto__']);
    expect(problems.map(({ code }) => code)).toEqual(['unknown_package', 'unknown_path', 'unknown_path']);
  });

  it('say what is wrong, with what may have been meant', async () => {
    const { packages, problems } = await resolve([
      'thre',
      'three@^99',
      'three/nope.js',
      'fs',
      'node:fs',
      'date-fns/formatt',
    ]);
    expect(packages).toEqual({});
    expect(problems).toEqual([
      {
        specifier: 'three@^99',
        code: 'unknown_version',
        message: expect.stringContaining('three ^99'),
        suggestions: ['three'],
      },
      {
        specifier: 'thre',
        code: 'unknown_package',
        message: expect.stringContaining('"thre"'),
        suggestions: expect.arrayContaining(['three']),
      },
      {
        specifier: 'three/nope.js',
        code: 'unknown_path',
        message: expect.stringContaining('nope.js'),
        suggestions: expect.any(Array),
      },
      { specifier: 'fs', code: 'needs_node', message: expect.stringContaining('Node'), suggestions: [] },
      { specifier: 'node:fs', code: 'needs_node', message: expect.stringContaining('Node'), suggestions: [] },
      {
        specifier: 'date-fns/formatt',
        code: 'unknown_path',
        message: expect.any(String),
        suggestions: expect.arrayContaining(['date-fns/format']),
      },
    ]);
  });

  it('are none for a script that its package does not export, which imports others by name', async () => {
    const { packages, problems } = await resolve(['d3-scale/dist/d3-scale.mjs']);
    expect(packages).toEqual({});
    expect(problems).toMatchObject([{ code: 'unknown_path', message: expect.stringContaining('export') }]);
  });

  it.each([
    ['Three', 'three'],
    ['thre/addons/controls/OrbitControls.js', 'three/addons/controls/OrbitControls.js'],
    ['@React-three/fiber', '@react-three/fiber'],
    ['raect-dom/client', 'react-dom/client'],
    ['Vue', 'vue'],
    ['npm:three@^0.180/addons/controls/OrbitControls.js', 'three@^0.180/addons/controls/OrbitControls.js'],
    ['d3-selecton', 'd3-selection'],
    ['three@^99/addons/controls/OrbitControls.js', 'three/addons/controls/OrbitControls.js'],
  ])('suggest for %j what may have been meant, %j', async (specifier, meant) => {
    const { problems } = await resolve([specifier]);
    expect(problems[0]?.suggestions[0]).toBe(meant);
  });

  it('stay as they are where the project has one, and a range that it does not satisfy is a conflict', async () => {
    const packages = { three: versions['three'] };
    expect((await resolve(['three', `three@${versions['three']}`], { packages })).packages).toEqual(packages);
    const { problems } = await resolve(['three@^0.1.0'], { packages });
    expect(problems).toMatchObject([{ code: 'version_conflict', specifier: 'three@^0.1.0' }]);
  });

  it('are the project’s own where the studio carries the package, which has to satisfy the range', async () => {
    const carried = { react: '18.3.1', 'react-dom': '18.3.1', vue: '3.5.45' };
    const { packages, problems } = await resolve(
      ['react@18', 'react-dom@^17/client', 'vue@2', 'vue@latest'],
      {
        carried,
      },
    );
    expect(packages).toEqual({});
    expect(problems).toEqual([
      {
        specifier: 'react-dom@^17/client',
        code: 'version_conflict',
        message:
          'This project has react-dom 18.3.1, which is not ^17. Choose another React version in Framework Configuration',
        suggestions: ['react-dom/client'],
      },
      {
        specifier: 'vue@2',
        code: 'version_conflict',
        message: 'This project has vue 3.5.45, which is not 2. The studio has no other version of vue',
        suggestions: ['vue'],
      },
    ]);
  });

  it('fit what the page has', async () => {
    const { problems } = await resolve(['@react-three/fiber'], {
      carried: { react: '17.0.2', 'react-dom': '17.0.2' },
    });
    const messages = problems.map(({ message }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(
        /needs react .*; this project has 17\.0\.2\. Choose another React version in Framework Configuration$/,
      ),
    );
    expect(messages).toEqual([...new Set(messages)]);
    expect(problems[0]).toMatchObject({ specifier: '@react-three/fiber', code: 'version_conflict' });
  });
});

async function rendered(by: TestStudio, js: string, packages: Record<string, string>): Promise<string> {
  const frameworkConfig = { ...defaultFrameworkConfig, packages };
  const { id } = await by.project(await by.person(), { js, isEmbeddable: true, frameworkConfig });
  const response = await fetch(`http://localhost:${by.config.sandboxPort}/rendered/${id}`, {
    headers: { 'Sec-Fetch-Dest': 'iframe' },
  });
  return response.text();
}

it('a page says why a package with a version cannot be imported', async () => {
  const { preact = '' } = versions;
  const js = "import { h } from 'preact';\nimport { x } from 'preact/nope';";
  expect(await rendered(studio, js, { preact })).toContain(
    `console.error("JavaScript, line 2: preact ${preact} has no \\"nope\\"`,
  );
});

it('a studio with MODULES=off has no packages', async () => {
  const off = await startTestStudio({ MODULES: 'off' });
  expect((await off.call('get', '/packages').expect(200)).body).toEqual({ packages: [], problem: null });
  const { body } = await off
    .call('post', '/packages/resolve')
    .send({ specifiers: ['three'] })
    .expect(200);
  expect(body.problems).toMatchObject([{ code: 'unknown_package' }]);
  const frozen = await off
    .call('post', '/packages/resolve')
    .send({ specifiers: ['three'], packages: { three: '0.1.0' } })
    .expect(200);
  expect(frozen.body.problems).toMatchObject([
    {
      code: 'unknown_version',
      message:
        'three 0.1.0 is not on this studio. Import it by its full address, or name an address for it in an import map',
    },
  ]);
  const response = await fetch(`http://127.0.0.1:${off.config.sandboxPort}${pathOf('three')}`);
  expect(response.status).toBe(404);
  await off.stop();
});

it('pages of a studio with MODULES=off have frozen packages from MODULE_CDN', async () => {
  const off = await startTestStudio({ MODULES: 'off', MODULE_CDN: 'https://modules.example' });
  const page = await rendered(off, "import 'three';", { three: '0.100.0' });
  expect(page).toContain('"three":"https://modules.example/three@0.100.0"');
  expect(page).not.toContain('console.error');
  await off.stop();
});

it('pages of a studio with MODULES=off say that it has no frozen packages, without MODULE_CDN', async () => {
  const off = await startTestStudio({ MODULES: 'off' });
  expect(await rendered(off, "import { Vector3 } from 'three';", { three: '0.100.0' })).toContain(
    'console.error("JavaScript, line 1: three 0.100.0 is not on this studio. Import it by its full address',
  );
  await off.stop();
});
