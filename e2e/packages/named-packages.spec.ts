import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isBuiltInPackage } from '@studio/engine/libraries/built-in-modules';
import { namedPackages } from './named-packages.ts';
import { popularPackages } from './popular-packages.ts';

const namesOf = (packages: readonly { name: string }[]) => packages.map(({ name }) => name);
const dependenciesIn = (file: string) =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;

describe('the packages of the proof', () => {
  it('are 200 on each side, each named once, and none that the studio carries itself', () => {
    const names = [...namesOf(namedPackages), ...namesOf(popularPackages)];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter(isBuiltInPackage)).toEqual([]);
    expect(namedPackages.length).toBeGreaterThanOrEqual(200);
    expect(popularPackages.length).toBeGreaterThanOrEqual(200);
  });

  it('are the whole shelf', () => {
    const { dependencies } = dependenciesIn('../../backend/shelf/package.json');
    const shelf = Object.keys(dependencies).filter((name) => !name.startsWith('@types/'));
    expect(shelf.filter((name) => !namesOf(namedPackages).includes(name))).toEqual([]);
  });

  it('have a version where npm installs them', () => {
    const { devDependencies } = dependenciesIn('popular/package.json');
    expect(namesOf(popularPackages).filter((name) => !(name in devDependencies))).toEqual([]);
  });
});
