import { extname } from 'node:path';
import { allLibraryFiles } from '@studio/engine/libraries/library-manifest';
import { type Request, type Response, Router } from 'express';
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
 * Their content never changes, and any page may use them.
 */
export function libraryRouter(): Router {
  const paths = new Set(allLibraryFiles().map(({ path }) => path));
  const read = compressedFiles(maxBytes);
  const router = Router();
  router.get('/lib/*file', async (request: Request, response: Response) => {
    const path = decodeURIComponent(request.path);
    if (!paths.has(path)) {
      response.status(404).type('text').send('Not found');
      return;
    }
    const encoding = acceptedEncoding(request);
    const body = await read(folder + path, encoding);
    setSecurityHeaders('shared', response);
    response.set({
      'Content-Type': types[extname(path)],
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Access-Control-Allow-Origin': '*',
      Vary: 'Accept-Encoding',
    });
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(body);
  });
  return router;
}
