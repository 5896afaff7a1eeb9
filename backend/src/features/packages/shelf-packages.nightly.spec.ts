import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PackageList, ResolvedPackages } from '@studio/contract/packages/package-routes';
import { packagePath } from '@studio/contract/packages/specifier';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Shelf } from './catalog/shelf.js';

let studio: TestStudio;
const shelf = (await new Shelf().list()).map(({ name, version }) => ({ name, version }));

beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

describe('of the shelf', () => {
  it.each(shelf)('$name is built, and is a module', async ({ name, version }) => {
    const response = await fetch(
      `http://127.0.0.1:${studio.config.sandboxPort}${packagePath(name, version)}`,
    );
    expect(await response.text()).toMatch(/\bexport\b/);
    expect(response.status).toBe(200);
  });

  it('p5, which is under the LGPL, has its licence and readable files beside its modules', async () => {
    const version = shelf.find(({ name }) => name === 'p5')?.version ?? '';
    const read = async (file: string) => {
      const address = packagePath('p5', version, `./${file}`);
      return (await fetch(`http://127.0.0.1:${studio.config.sandboxPort}${address}?file`)).text();
    };
    expect(await read('license.txt')).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
    for (const file of ['lib/p5.js', 'dist/app.js']) {
      const published = createRequire(import.meta.url)
        .resolve('p5')
        .replace(/dist\/app\.js$/, file);
      expect(await read(file)).toBe(readFileSync(published, 'utf8'));
    }
  });

  it('all packages suit each other in one project', async () => {
    const { body } = await studio
      .call('post', '/packages/resolve')
      .send({
        specifiers: shelf.map(({ name }) => name),
        carried: { react: '19.3.1', 'react-dom': '19.3.1', vue: '3.5.45' },
      })
      .expect(200);
    const { packages, problems } = ResolvedPackages.parse(body);
    expect(problems).toEqual([]);
    expect(packages).toEqual(Object.fromEntries(shelf.map(({ name, version }) => [name, version])));
  });

  it('every package names its licence', async () => {
    const { body } = await studio.call('get', '/packages').expect(200);
    const { packages } = PackageList.parse(body);
    expect(packages.map(({ name }) => name)).toEqual(shelf.map(({ name }) => name));
    expect(packages.filter(({ license }) => license === '')).toEqual([]);
  });
});
