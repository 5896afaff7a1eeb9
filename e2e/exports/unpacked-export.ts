import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { InstalledPackages } from './installed-packages.ts';

/** An exported package after download, unpacking and `npm install`. */
export interface UnpackedExport {
  folder: string;
  /** The output of the type checker; empty without errors. */
  check(): Promise<string>;
  /** Builds the package into `dist`. */
  build(): Promise<void>;
  /** Starts its development server. */
  develop(): Promise<DevelopmentServer>;
  remove(): void;
}

export interface DevelopmentServer {
  url: string;
  close(): Promise<void>;
}

/** Writes a package into a new folder and links its dependencies. `files`: contents by path. */
export function unpackExport(
  files: Readonly<Record<string, string | Uint8Array>>,
  config: FrameworkConfig,
  packages: InstalledPackages,
): UnpackedExport {
  const folder = mkdtempSync(join(tmpdir(), 'studio-export-'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const modules = join(folder, 'node_modules');
  linkPackages(packages.shared, modules);
  if (config.framework === 'react') linkPackages(packages.react[config.frameworkVersion], modules);
  return {
    folder,
    check: () => checkTypes(folder, packages, config.vueSfc ? 'vue-tsc' : 'typescript'),
    build: () => build(folder, packages),
    develop: () => develop(folder, packages),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Links each package separately, so that several folders can be merged. Existing links are replaced. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((name) => !name.startsWith('.'))) {
    if (name.startsWith('@')) linkPackages(join(from, name), join(to, name));
    else {
      rmSync(join(to, name), { force: true });
      symlinkSync(join(from, name), join(to, name));
    }
  }
}

async function checkTypes(folder: string, { shared }: InstalledPackages, checker: string): Promise<string> {
  const script = checker === 'vue-tsc' ? 'vue-tsc/bin/vue-tsc.js' : 'typescript/bin/tsc';
  try {
    await promisify(execFile)(process.execPath, [join(shared, script), '--noEmit', '--pretty', 'false'], {
      cwd: folder,
    });
    return '';
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error);
  }
}

async function build(folder: string, packages: InstalledPackages): Promise<void> {
  const vite = await loadVite(packages);
  await vite.build({ root: folder, configFile: join(folder, 'vite.config.js'), logLevel: 'error' });
}

async function develop(folder: string, packages: InstalledPackages): Promise<DevelopmentServer> {
  const vite = await loadVite(packages);
  const server = await vite.createServer({
    root: folder,
    configFile: join(folder, 'vite.config.js'),
    logLevel: 'error',
    // The packages are links to a folder outside the project.
    server: { port: 0, fs: { strict: false } },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

async function loadVite({ shared }: InstalledPackages): Promise<typeof import('vite')> {
  return (await import(pathToFileURL(join(shared, 'vite/dist/node/index.js')).href)) as typeof import('vite');
}
