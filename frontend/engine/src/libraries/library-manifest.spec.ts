import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import {
  allLibraryFiles,
  builtInVersions,
  libraryAddress,
  libraryScripts,
  libraryStyles,
} from './library-manifest.js';

const { resolve } = createRequire(import.meta.url);

function readPackage(name: string): { folder: string; name: string; version: string } {
  const file = resolve(`${name}/package.json`);
  return { ...JSON.parse(readFileSync(file, 'utf8')), folder: dirname(file) };
}

it('returns the versions of the packages that a page contains', () => {
  const versions = (config: Partial<FrameworkConfig>) =>
    builtInVersions({ ...defaultFrameworkConfig, ...config });
  expect(versions({})).toEqual({});
  expect(versions({ framework: 'react', frameworkVersion: 18 })).toEqual({
    react: readPackage('react-18').version,
    'react-dom': readPackage('react-dom-18').version,
  });
  expect(versions({ framework: 'vue', cssFramework: 'bootstrap' })).toEqual({
    vue: readPackage('vue').version,
    bootstrap: readPackage('bootstrap').version,
    '@popperjs/core': readPackage('@popperjs/core').version,
  });
  const withImports = { ...defaultFrameworkConfig, frameworkVersion: 19 } as const;
  expect(builtInVersions(withImports, ['three', 'react-dom@19/client'])).toEqual({
    react: readPackage('react').version,
    'react-dom': readPackage('react-dom').version,
  });
});

describe('the manifest of libraries', () => {
  it.each(allLibraryFiles().filter(({ source }) => source))(
    'names $path by the installed package, and the public address of the same file',
    ({ path, publicUrl, source }) => {
      const { folder, name, version } = readPackage(source?.package ?? '');
      expect(path).toBe(`/lib/${name}@${version}/${source?.file}`);
      expect(publicUrl).toBe(`https://cdn.jsdelivr.net/npm/${name}@${version}/${source?.file}`);
      expect(existsSync(join(folder, source?.file ?? ''))).toBe(true);
    },
  );

  it('has the documented versions', () => {
    const paths = [
      ...libraryScripts('react-17', 'production'),
      ...libraryScripts('vue', 'production'),
      ...libraryScripts('bootstrap', 'production'),
      ...libraryStyles('bootstrap'),
      ...libraryStyles('bulma'),
    ].map(({ path }) =>
      path
        .split('/')[2]
        ?.replace(/(@\d+)\..*/, path.includes('bootstrap') || path.includes('bulma') ? '$&' : '$1'),
    );
    expect(paths).toEqual([
      'react@17',
      'react-dom@17',
      'vue@3',
      'bootstrap@5.3.0',
      'bootstrap@5.3.0',
      'bulma@0.9.4',
    ]);
  });

  it('has React 19 from the studio alone, in the version that is installed', () => {
    const { version } = readPackage('react');
    for (const mode of ['development', 'production'] as const) {
      const [file] = libraryScripts('react-19', mode);
      expect(file).toMatchObject({
        path: expect.stringContaining(`/lib/react@${version}/`),
        publicUrl: null,
      });
      expect(file && libraryAddress(file, 'cdn')).toBe(file?.path);
    }
  });

  it('leads to the public network only where that is asked for', () => {
    const [file] = libraryStyles('bulma');
    expect(file && libraryAddress(file, 'local')).toBe(file?.path);
    expect(file && libraryAddress(file, 'cdn')).toBe(file?.publicUrl);
  });
});
