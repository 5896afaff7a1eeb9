import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  asModule,
  type PackageFile,
  packagePath,
  parsePackagePath,
} from '@studio/contract/packages/specifier';
import { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { FairWork } from '../../common/fair-work.js';
import { acceptedEncoding, type Encoding } from '../../common/http/accepted-encoding.js';
import { setSecurityHeaders } from '../../common/http/security-headers.js';
import { BuildFailed } from '../../features/packages/building/build-failed.js';
import { jsonModule } from '../../features/packages/building/virtual-modules.js';
import { RegistryRefusal } from '../../features/packages/registry/registry-jobs.js';
import type { ServedAs, ServedPackageFile } from '../../features/packages/served-file.js';
import { sendBytes } from '../assets/asset-bytes.js';
import type { ModuleGraph } from './module-graph.js';

export interface ServedPackages {
  /** Finds a file; null if there is no such package, version or file. @throws BuildFailed, RegistryRefusal */
  read(file: PackageFile, as: ServedAs, requester: string): Promise<ServedPackageFile | null>;
  /** Records the use of a package whose file was served from the cache; {@link read} does so by itself. */
  markUsed(file: PackageFile): void;
  /** The network of a request; its jobs share one queue. */
  requesterOf(request: Request): string;
  /** Charges the network for a response of this many bytes that was made for it. */
  charge(requester: string, bytes: number): void;
}

/** Bytes of compressed texts in memory. */
const cacheSize = 64 * 1_048_576;
/** In bytes: a larger text is neither compressed nor kept, which would take long and fill that memory. */
const maxCompressedBytes = 8 * 1_048_576;
/** How many responses may wait to be put together: an editor asks for 4 at a time, a class of 30 for 120. */
const queueLimits = { perOwner: 200, total: 2_000 };
const maxConcurrentResponses = 3;
const immutable = 'public, max-age=31536000, immutable';
const script = 'text/javascript; charset=utf-8';
const json = 'application/json; charset=utf-8';
/** The media types of text files. All other files are sent unchanged. */
const texts: Record<string, string> = {
  '.js': script,
  '.mjs': script,
  '.cjs': script,
  '.css': 'text/css; charset=utf-8',
  '.json': json,
  '.map': json,
  '.svg': 'image/svg+xml; charset=utf-8',
  '.glsl': 'text/plain; charset=utf-8',
  '.html': 'text/plain; charset=utf-8',
  '.htm': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.mts': 'text/plain; charset=utf-8',
  '.cts': 'text/plain; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.tsx': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xhtml': 'text/plain; charset=utf-8',
  '.xml': 'text/plain; charset=utf-8',
  '': 'text/plain; charset=utf-8',
};

interface TextResponse {
  body: Buffer;
  tag: string;
  type: string;
  encoding: Encoding;
  isModule: boolean;
}

/** What a response is made from, if it is not cached. */
interface ResponseInput {
  found: Found;
  type: string;
  encoding: Encoding;
  requester: string;
}

type Found = Exclude<ServedPackageFile, { kind: 'elsewhere' }>;

/**
 * `GET /packages/{name}@{version}/{path}`: modules and files of npm packages (specification: Packages), on every origin
 * of the sandbox and for any page. The content of an address never changes. `graph` receives the imports of the
 * modules.
 */
export function packageRouter(
  { read, markUsed, requesterOf, charge }: ServedPackages,
  graph: ModuleGraph,
): Router {
  /** The responses that take long. */
  const making = new FairWork({
    limits: queueLimits,
    maxConcurrent: maxConcurrentResponses,
    maxConcurrentPerOwner: maxConcurrentResponses - 1,
    refusal: () =>
      new RegistryRefusal('registry_unavailable', 'Too many types are being read. Try again in a minute'),
  });
  const responses = new LRUCache<string, TextResponse, ResponseInput>({
    maxSize: cacheSize,
    maxEntrySize: maxCompressedBytes,
    sizeCalculation: ({ body }) => body.length + 1,
    // Once for all who ask for it at the same time.
    fetchMethod: (key, _stale, { context }) =>
      context.found.kind === 'json'
        ? making.run(key, context.requester, () => makeResponse(context))
        : compressed(context),
    ignoreFetchAbort: true,
  });
  const router = Router();
  router.get('/packages/*file', async (request, response) => {
    const file = parsePackagePath(decodeURIComponent(request.path));
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' });
    if (!file) {
      refuse(response, 404, 'This is not the address of a package: /packages/{name}@{version}/{path}');
      return;
    }
    try {
      await respond(request, response, file);
    } catch (error) {
      if (!(error instanceof BuildFailed || error instanceof RegistryRefusal)) throw error;
      refuse(response, error instanceof RegistryRefusal && isUnknown(error) ? 404 : 502, error.message);
    }
  });
  return router;

  async function respond(request: Request, response: Response, file: PackageFile): Promise<void> {
    const as = servedAs(request.query);
    const address = packagePath(file.name, file.version, file.subpath) + (as === 'module' ? asModule : '');
    const encoding = acceptedEncoding(request);
    const key = `${encoding} ${as} ${address}`;
    const known = responses.get(key);
    // From the cache, because a page may request hundreds of modules, unless the graph needs the module's code again.
    if (known && (!known.isModule || graph.has(address))) {
      markUsed(file);
      send(request, response, known);
      return;
    }
    const requester = requesterOf(request);
    const found = await read(file, as, requester);
    if (!found) {
      const { name, version, subpath } = file;
      const what = subpath === '.' ? `${name} ${version}` : `"${subpath.slice(2)}" of ${name} ${version}`;
      refuse(response, 404, `This studio has no ${what}`);
      return;
    }
    response.set('Cache-Control', immutable);
    if (found.kind === 'elsewhere') {
      response.redirect(found.address);
      return;
    }
    const type = typeOf(found);
    if (type === undefined || (await sizeOf(found)) > maxCompressedBytes) {
      // The imports of such a long module are not read: that would take long.
      if (type === script) graph.learn(address, '');
      // Its address never means anything else.
      response.set('ETag', `"${address}"`);
      await sendUnchanged(request, response, found, type);
      return;
    }
    if (found.kind === 'module') graph.learn(address, found.code);
    // JSON imports nothing.
    if (found.kind === 'data') graph.learn(address, '');
    const context = { found, type, encoding, requester };
    send(request, response, await responses.forceFetch(key, { context }));
  }

  async function makeResponse(context: ResponseInput): Promise<TextResponse> {
    const content = await contentOf(context.found);
    charge(context.requester, content.length);
    const isLong = content.length > maxCompressedBytes;
    return respondWith(content, { ...context, encoding: isLong ? 'identity' : context.encoding });
  }
}

/** Sends a file or a long text as it is read. */
async function sendUnchanged(
  request: Request,
  response: Response,
  found: Found,
  type: string | undefined,
): Promise<void> {
  if (type !== script) setSecurityHeaders('file', response);
  if (type !== undefined) response.set('Content-Type', type);
  if (found.kind === 'file')
    response.sendFile(found.path, { dotfiles: 'allow', cacheControl: false, lastModified: false });
  else if (found.kind === 'data' && request.method === 'GET' && !request.fresh) {
    const length = await sizeOf(found);
    response.set('Content-Length', String(length));
    await sendBytes(response, Readable.from(moduleOf(found.path)), length);
  } else response.send(found.kind === 'module' ? found.code : '');
}

async function* moduleOf(jsonFile: string): AsyncGenerator<Buffer> {
  yield Buffer.from(jsonModule.before);
  yield* createReadStream(jsonFile);
  yield Buffer.from(jsonModule.after);
}

/** In bytes. 0 for generated text, which `makeResponse` limits. */
async function sizeOf(found: Found): Promise<number> {
  if (found.kind === 'json') return 0;
  if (found.kind === 'module') return Buffer.byteLength(found.code);
  const { size } = await stat(found.path);
  return found.kind === 'data' ? jsonModule.before.length + size + jsonModule.after.length : size;
}

function send(request: Request, response: Response, text: TextResponse): void {
  if (text.type !== script) setSecurityHeaders('file', response);
  response.set({
    'Cache-Control': immutable,
    ETag: text.tag,
    Vary: 'Accept-Encoding',
    'Content-Type': text.type,
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (text.encoding !== 'identity') response.set('Content-Encoding', text.encoding);
  response.send(text.body);
}

function servedAs(query: Request['query']): ServedAs {
  return (['module', 'types', 'file'] as const).find((each) => query[each] !== undefined) ?? 'plain';
}

/** The media type; undefined for a file that is sent unchanged. */
function typeOf(found: Found): string | undefined {
  if (found.kind === 'module' || found.kind === 'data') return script;
  return found.kind === 'json' ? json : texts[extname(found.path)];
}

function isUnknown({ code }: RegistryRefusal): boolean {
  return code === 'unknown_package' || code === 'unknown_version';
}

async function compressed(context: ResponseInput): Promise<TextResponse> {
  return respondWith(await contentOf(context.found), context);
}

async function respondWith(content: Buffer, { found, type, encoding }: ResponseInput): Promise<TextResponse> {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  const isModule = found.kind === 'module' || found.kind === 'data';
  const body = await compress(content, encoding);
  return { body, tag: `"${hash}-${encoding}"`, type, encoding, isModule };
}

async function contentOf(found: Found): Promise<Buffer> {
  if (found.kind === 'file') return readFile(found.path);
  if (found.kind === 'data') return buffer(Readable.from(moduleOf(found.path)));
  return Buffer.from(found.kind === 'module' ? found.code : await found.make());
}

async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br')
    return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return encoding === 'gzip' ? promisify(gzip)(content) : content;
}

function refuse(response: Response, status: number, message: string): void {
  setSecurityHeaders('file', response);
  response.status(status).set('Cache-Control', 'no-store').type('text').send(message);
}
