import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, with a slash at its end. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A package as the lock file has it. */
export interface LockedPackage {
  /** Where it is installed, below the repository: what tells it from all others. */
  path: string;
  name: string;
  version: string;
  /** As it says itself: an SPDX expression, as a rule. */
  licence: string | null;
}

interface Entry {
  name?: string;
  version?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const lockFile = JSON.parse(readFileSync(`${repository}package-lock.json`, 'utf8')) as {
  packages: Record<string, Entry>;
};
const entries = new Map(Object.entries(lockFile.packages));

/** The server’s packages that it sends as they are: the page of `/api/docs`, and the drawings of avatars. */
const sentByServer = ['swagger-ui-dist', '@dicebear/core', '@dicebear/collection'];
/** The engine has the libraries of pages for development alone, and copies them; these make something of them. */
const buildTools = new Set(['vite']);

/** Every package of which a browser may be sent something. */
export function packagesOfBrowsers(): LockedPackage[] {
  const libraries = Object.keys(entries.get('frontend/engine')?.devDependencies ?? {});
  const starts = [
    'frontend',
    'backend/shelf',
    ...sentByServer.map((name) => find('backend', name)),
    ...libraries.filter((name) => !buildTools.has(name)).map((name) => find('frontend/engine', name)),
  ];
  // What is optional is for one platform, and no browser is one.
  return closure(starts, needs);
}

/** Every package that the server runs on, on whatever platform, and Node, which comes as one. */
export function packagesOfServer(): LockedPackage[] {
  const runtimes = optional(entries.get('') ?? {}).map((name) => find('', name));
  return closure(['backend', ...runtimes], (entry) => [...needs(entry), ...optional(entry)]);
}

/** With all that they need, sorted by name. Workspaces of ours are followed, and left out. */
function closure(starts: string[], needsOf: (entry: Entry) => string[]): LockedPackage[] {
  const seen = new Set<string>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { link, resolved, ...entry } = entries.get(path) ?? {};
    if (link && resolved) waiting.push(resolved);
    else waiting.push(...needsOf(entry).map((name) => find(path, name)));
  }
  return [...seen]
    .filter((path) => path.includes('node_modules/') && !entries.get(path)?.link)
    .map(describe)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function needs(entry: Entry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {});
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...peers.filter((name) => !entry.peerDependenciesMeta?.[name]?.optional),
  ];
}

function optional({ optionalDependencies = {} }: Entry): string[] {
  return Object.keys(optionalDependencies);
}

/** Where Node finds a package: in the nearest `node_modules` above. @throws where the lock file has none. */
function find(from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`;
    if (entries.has(path)) return path;
    if (folder === '') throw new Error(`package-lock.json has no ${name} for ${from}.`);
  }
}

function describe(path: string): LockedPackage {
  const { name, version, license } = entries.get(path) ?? {};
  const installedAs = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return { path, name: name ?? installedAs, version: version ?? '', licence: license ?? null };
}
