import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { packagePath } from '@studio/contract/packages/specifier';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

/** Modules with one drawing each, as in icon packages. */
const shapes = Array.from({ length: 150 }, (_, index) => `shape-${index}`);
/** Modules that must exist once: with a counter, an identity, or state. */
const others = {
  counter: 'let count = 0;\nexport default () => (count += 1);',
  kind: 'export default class Kind {}',
  memory: 'const known = {};\nexport default (key) => known[key] ?? (known[key] = key);',
  list: 'const all = [];\nexport default (one) => all.push(one);',
  passed: "export { default } from './kind.js';",
};

function publishSet(name: string, used: readonly string[]): void {
  const imports = used.map((each, index) => `import i${index} from 'shapes-of-icons/es/${each}.js';`);
  const all = used.map((each, index) => `${JSON.stringify(each)}: i${index}`);
  setup.registry.publish(name, {
    manifest: { dependencies: { 'shapes-of-icons': '1' } },
    files: { 'index.js': `${imports.join('\n')}\nexport default { ${all.join(', ')} };` },
  });
}

/** The modules with shapes that a browser loads for this package. */
async function askedFor(name: string): Promise<Set<string>> {
  const read = async (address: string) => {
    const response = await fetch(`http://127.0.0.1:${setup.studio.config.sandboxPort}${address}`);
    return response.text();
  };
  const asked = new Set<string>();
  const waiting = [packagePath(name, '1.0.0')];
  for (const address of waiting) {
    for (const [, found = ''] of (await read(address)).matchAll(/(?:from|import)\s*"(\/packages\/[^"]*)"/g)) {
      if (found.startsWith('/packages/shapes-of-icons@')) asked.add(found.split('/').at(-1) ?? '');
      else if (!waiting.includes(found)) waiting.push(found);
    }
  }
  return asked;
}

it('spares browsers very many modules that contain only data, and has every other module only once', async () => {
  const drawings = shapes.map((name, index) => [
    `es/${name}.js`,
    `var shape = { name: '${name}', at: [-${index}], draw: function (color) { return { color: color }; } };\nexport default shape;`,
  ]);
  const rest = Object.entries(others).map(([name, code]) => [`es/${name}.js`, code]);
  setup.registry.publish('shapes-of-icons', { files: Object.fromEntries([...drawings, ...rest]) });
  publishSet('many-icons', [...shapes, ...Object.keys(others)]);
  publishSet('few-icons', [...shapes.slice(0, 20), 'counter']);
  expect((await setup.resolve(['many-icons', 'few-icons'])).problems).toEqual([]);

  const asked = await askedFor('many-icons');
  expect(asked).toEqual(new Set(Object.keys(others).map((name) => `${name}.js`)));
  expect((await askedFor('few-icons')).size).toBe(21);

  const many = (await setup.modules.import(packagePath('many-icons', '1.0.0')))['default'] as Values;
  const few = (await setup.modules.import(packagePath('few-icons', '1.0.0')))['default'] as Values;
  expect(many['shape-149']).toMatchObject({ name: 'shape-149', at: [-149] });
  expect(many['counter']).toBe(few['counter']);
});

type Values = Record<string, unknown>;
