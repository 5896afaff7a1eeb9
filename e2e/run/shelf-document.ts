import { globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const shelf = new URL('../../backend/shelf/package.json', import.meta.url);
const { dependencies } = readJson(shelf) as { dependencies: Record<string, string> };
const require = createRequire(shelf);

/** `docs/packages.md`: every package on the shelf, which projects can import. */
export function shelfDocument(): string {
  // Type packages cannot be imported.
  const names = Object.keys(dependencies).filter((name) => !name.startsWith('@types/'));
  const rows = names.toSorted().map(rowOf);
  return `${opening(rows.length)}\n\n| Package | Version | Licence | Size |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

const opening = (count: number) => `# The shelf

The ${count} npm packages that come with the studio and that projects import without a network, such as \`import * as THREE from 'three'\`; what these depend on comes with them ([ADR 52](adr/0052-npm-packages.md)). Their versions are those of \`backend/shelf/package.json\`. Size: all files of the package as published. \`npm run documents\` writes this file.

Not on it: \`gsap\`. Its licence is not a free one, and the package only links to its text, which can change at any time. Import it from a CDN by its address.`;

function rowOf(name: string): string {
  const folder = folderOf(name);
  const { version, license } = readJson(path.join(folder, 'package.json')) as Record<string, string>;
  const files = globSync('**', { cwd: folder, exclude: (file) => file === 'node_modules' });
  const bytes = files.map((file) => statSync(path.join(folder, file))).filter((one) => one.isFile());
  const size = bytes.reduce((sum, one) => sum + one.size, 0);
  return `| \`${name}\` | ${version} | ${license} | ${Math.ceil(size / 1_000).toLocaleString('en')} kB |`;
}

/** The folder of a package, found by path because some packages do not export their `package.json`. */
function folderOf(name: string): string {
  const found = require.resolve
    .paths(`${name}/package.json`)
    ?.find((folder) => globSync(path.join(folder, name)).length > 0);
  if (!found) throw new Error(`${name} is not installed`);
  return path.join(found, name);
}

function readJson(file: URL | string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
