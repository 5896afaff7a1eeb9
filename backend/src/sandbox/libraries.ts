import { extname } from 'node:path';
import { allLibraryFiles } from '@studio/engine/libraries/library-manifest';
import { type Request, type Response, Router } from 'express';
import semver from 'semver';
import { acceptedEncoding } from '../common/http/accepted-encoding.js';
import { compressedFiles } from '../common/http/compressed-files.js';
import { setSecurityHeaders } from '../common/http/security-headers.js';
import { ownFile } from '../own-files.js';

/** The folder in which the engine's build collects the libraries. */
const folder = ownFile('../../frontend/engine/dist');
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Room for all libraries in each encoding. */
const maxBytes = 32 * 1_048_576;

/**
 * `GET /lib/<name>@<version>/<file>`: the libraries that pages load. Serves only the files of the engine's manifest.
 * Their content never changes, and any page may use them. An editor that was opened before an update asks for earlier
 * versions and is led to those of today.
 */
export function libraryRouter(): Router {
  const paths = new Set(allLibraryFiles().map(({ path }) => path));
  const read = compressedFiles(maxBytes);
  const router = Router();
  router.get('/lib/*file', async (request: Request, response: Response) => {
    const path = decodeURIComponent(request.path);
    setSecurityHeaders('shared', response);
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' });
    if (!paths.has(path)) {
      const update = [...paths].find((known) => isUpdate(known, path));
      if (update) response.redirect(update);
      // Of a later version, too: during an update, the proxy then asks the replicas that have it.
      else response.status(404).type('text').send('Not found');
      return;
    }
    const encoding = acceptedEncoding(request);
    const body = await read(folder + path, encoding);
    response.set({
      'Content-Type': types[extname(path)],
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(body);
  });
  return router;
}

const version = /@(\d+\.\d+\.\d+)\//;

/** Whether a path is that of the same file in a later, compatible version. */
function isUpdate(path: string, earlier: string): boolean {
  const [to = '', from = ''] = [path, earlier].map((one) => version.exec(one)?.[1]);
  const isSameFile = path.replace(version, '@/') === earlier.replace(version, '@/');
  return isSameFile && semver.satisfies(to, `^${from}`);
}
