import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Route } from '@playwright/test';
import { allLibraryFiles } from '@studio/engine/libraries/library-manifest';

const engineFiles = fileURLToPath(new URL('../../frontend/engine/dist', import.meta.url));
/** The files that the studio serves under `/lib`. */
export const libraryFolder = join(engineFiles, 'lib');

const publicPaths = new Map(allLibraryFiles().map(({ publicUrl, path }) => [publicUrl, path]));

/** Public CDNs that serve files of npm packages; here the installed packages are served instead. */
const packageAddress =
  /^https:\/\/(?:cdn\.jsdelivr\.net\/npm|unpkg\.com)\/((?:@[^/]+\/)?[^/@]+)@[\d.]+(\/.+)$/;
const installedPackages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The text of a library file that the studio serves. */
export function readLibrary(path: string): Promise<string> {
  return readFile(join(engineFiles, path), 'utf8');
}

/** The sites that a browser can reach besides the studio: folders, and CDNs with the studio's own files. */
export interface OutsideWorld {
  /** Serves a folder as a site. @returns its origin */
  site(name: string, folder: string): string;
  /** Addresses of all other requests, which are refused. */
  readonly refused: string[];
}

export async function surroundWith(contexts: readonly BrowserContext[]): Promise<OutsideWorld> {
  const sites = new Map<string, string>();
  const refused: string[] = [];
  const respond = async (route: Route) => {
    const url = new URL(route.request().url());
    const folder = sites.get(url.host);
    const library = publicPaths.get(url.href);
    if (folder !== undefined) return serve(route, join(folder, decodeURIComponent(url.pathname)));
    if (library !== undefined) return serve(route, join(engineFiles, library));
    const [, name, file] = packageAddress.exec(url.href) ?? [];
    if (name && file) return serve(route, join(installedPackages, name, file));
    if (url.protocol === 'file:') return route.continue();
    if (/^(?:127\.0\.0\.1|(?:.+\.)?localhost)$/.test(url.hostname)) return route.continue();
    refused.push(url.href);
    return route.abort();
  };
  for (const context of contexts) await context.route('**/*', respond);
  return {
    refused,
    site(name, folder) {
      const host = `${name}.sites.localhost`;
      sites.set(host, folder);
      return `http://${host}`;
    },
  };
}

async function serve(route: Route, path: string): Promise<void> {
  const headers = { 'Access-Control-Allow-Origin': '*' };
  try {
    await route.fulfill({ path: path.endsWith('/') ? `${path}index.html` : path, headers });
  } catch {
    await route.fulfill({ status: 404 });
  }
}
