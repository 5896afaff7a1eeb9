import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { allLibraryFiles } from '@studio/engine/libraries/library-manifest';
import { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { setSecurityHeaders } from '../common/http/security-headers.js';

type Encoding = 'br' | 'gzip' | 'identity';

/** Where the engine's build collects them. */
const folder = fileURLToPath(new URL('../../../frontend/engine/dist', import.meta.url));
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * `GET /lib/<name>@<version>/<file>`: the libraries that pages load, the files of the engine's manifest and no others.
 * Their content never changes, and any page may use them. Each is compressed once.
 */
export function libraryRouter(): Router {
  const paths = new Set(allLibraryFiles().map(({ path }) => path));
  const files = new LRUCache<string, Buffer, { path: string; encoding: Encoding }>({
    max: paths.size * 3,
    fetchMethod: (_key, _stale, { context }) => load(context.path, context.encoding),
  });
  const router = Router();
  router.get('/lib/*file', async (request: Request, response: Response, next) => {
    const path = decodeURIComponent(request.path);
    if (!paths.has(path)) {
      response.status(404).type('text').send('Not found');
      return;
    }
    const encoding = (request.acceptsEncodings('br', 'gzip') || 'identity') as Encoding;
    const body = await files.fetch(`${encoding} ${path}`, { context: { path, encoding } });
    if (!body) {
      next(new Error(`${path} could not be read`));
      return;
    }
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

async function load(path: string, encoding: Encoding): Promise<Buffer> {
  const content = await readFile(folder + path);
  if (encoding === 'br')
    return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return encoding === 'gzip' ? promisify(gzip)(content) : content;
}
