import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageVersions, reactVersions } from '@studio/engine/export/package-json';
import { refusedUnlessCi } from '../stack/installed.ts';

/** Folders with all packages that exports depend on: shared ones, and those of each React version. */
export interface InstalledPackages {
  shared: string;
  react: Record<17 | 18 | 19, string>;
}

/** A folder whose files remain between test runs, if the system has it. */
const lasting = '/var/tmp';

/** Packages with versions, by folder. The folders are reused until a version changes. */
const parts = {
  shared: exactly(packageVersions),
  'react-17': reactPackages(17),
  'react-18': reactPackages(18),
  'react-19': reactPackages(19),
};

/** Installs the packages unless they are there. @returns the folders, or why npm could not install them */
export function installExportPackages(): InstalledPackages | { refusal: string } {
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
  const folder = join(existsSync(lasting) ? lasting : tmpdir(), `codestudio-exports-${key}`);
  if (!existsSync(folder)) {
    const refusal = installInto(folder);
    if (refusal) return { refusal };
  }
  const modules = (part: keyof typeof parts) => join(folder, part, 'node_modules');
  return {
    shared: modules('shared'),
    react: { 17: modules('react-17'), 18: modules('react-18'), 19: modules('react-19') },
  };
}

function installInto(folder: string): string | undefined {
  const draft = `${folder}.${process.pid}`;
  for (const [part, dependencies] of Object.entries(parts)) {
    const place = join(draft, part);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name: part, private: true, dependencies }));
    const flags = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status, stderr } = spawnSync('npm', ['install', ...flags], { cwd: place, encoding: 'utf8' });
    if (status !== 0) {
      rmSync(draft, { recursive: true, force: true });
      return refusedUnlessCi(
        `npm could not install the packages of exports: ${stderr.trim().split('\n').at(0)}`,
      );
    }
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another worker has installed the same packages meanwhile.
    if (!existsSync(folder)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return undefined;
}

function reactPackages(version: 17 | 18 | 19): Record<string, string> {
  const { types, domTypes, ...libraries } = reactVersions[version];
  return exactly({ ...libraries, '@types/react': types, '@types/react-dom': domTypes });
}

/** The lowest version of each range, to check that it exists. */
function exactly(ranges: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, range.replace(/^\^/, '')]));
}
