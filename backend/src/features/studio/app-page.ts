import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { StudioConfig } from '@studio/contract/http/studio';
import { type ProjectKey, readProjectKey } from '@studio/contract/project-key';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import { acceptedEncoding } from '../../common/http/accepted-encoding.js';
import { networkOf } from '../../common/http/caller.js';
import { compressedFiles } from '../../common/http/compressed-files.js';
import { isDecodable } from '../../common/http/decodable-path.js';
import { appPageHeaders, cspWithScript, cspWithWebAssembly } from '../../common/http/security-headers.js';
import { type Config, demoAccount } from '../../config/config.js';
import { ownFile } from '../../own-files.js';
import { newProjectTag, readPostedProject } from './new-project-form.js';

/** What `npm run build` makes of the front end. */
const built = ownFile('../../frontend/dist/app');
const projectPath = /^\/project\/([^/]+)\/?$/;
const policyHeader = 'content-security-policy';
const inlineScript = /<script>([^]*?)<\/script>/;
/** The names of what the build has compressed. */
const textFile = /^(?:\/workers)?\/[\w.-]+\.(?:js|css|wasm)$/;
/** The workers that compile, each of which has a policy of its own. */
const compilingWorker = /^\/workers\/(?:compile|pack)\.worker-[\w-]+\.js$/;
/** All that a person's first visit takes, several times over. */
const maxCompressedBytes = 16 * 1_048_576;
/** What browsers, search engines and scanners ask every server for (`/favicon.ico`, `/robots.txt`, `/.env`), and no page is called. */
const fileName = /^\/(?:\.|[^/]+\.\w+$)/;
const placeholder = /(<script type="application\/json" id="studio-config">)[^<]*/;

/** What the page's answers depend on. */
export interface PageSource {
  /** What the page of a project tells other sites, as HTML; nothing for whatever they may not know of. */
  writeTags(project: ProjectKey): Promise<string>;
  /** Whether this secret opens a project. @throws ApiError 429 where a network has asked for too many that do not. */
  findLink(secret: string, network: string): Promise<boolean>;
}

/** The app's page at every path that is not a call, and the files that it is made of. */
export function pageRouter(config: Config, { writeTags, findLink }: PageSource): Router {
  const router = Router();
  router.use(['/api', '/socket.io', '/embed'], (_request, _response, next) => next('router'));
  router.use(appPageHeaders(config));
  router.use(async (request, response, next) => {
    if (isDecodable(request.path)) return next();
    await sendPage(response.status(404), '');
  });
  // Their names change with their content. A missing one is 404, or a browser would take the page for a script.
  router.use(
    '/assets',
    allowWebAssembly,
    compressedTexts(join(built, 'assets')),
    express.static(join(built, 'assets'), { index: false, immutable: true, maxAge: '1y' }),
    missing,
  );
  const files = express.static(built, { index: false, cacheControl: false });
  router.use((request, response, next) => {
    // The pages among them are made anew for each request, and do not work as they are.
    if (decodeURIComponent(request.path).endsWith('.html')) next();
    else void files(request, response, next);
  });
  router.get(fileName, (request, response, next) => {
    // To a person the page says so itself.
    if (!request.get('accept')?.includes('text/html')) return missing(request, response, next);
    response.status(404);
    next();
  });
  // Its address holds a token, which is told to nobody and kept nowhere.
  router.use('/discourse-auth', (_request, response, next) => {
    response.set({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    next();
  });
  // What is in it may be anybody's page, which no search engine is to find by this name.
  router.use('/preview', (_request, response, next) => {
    response.set('x-robots-tag', 'noindex');
    next();
  });
  // Its address is a secret: told to no other page, kept nowhere, and found by no search engine (specification: Links).
  router.use('/s', (_request, response, next) => {
    response.set({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    next();
  });
  // The same page for whatever opens nothing; it says so itself.
  router.get('/s/:secret', async (request: Request<{ secret: string }>, response: Response) => {
    try {
      const isLive = await findLink(request.params.secret, networkOf(request.ip ?? 'unknown'));
      response.status(isLive ? 200 : 404);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      response.status(error.status).set(error.extras.headers ?? {});
    }
    await sendPage(response, '');
  });
  router.post('/new', async (request: Request, response: Response) => {
    const posted = await readPostedProject(request, response);
    response.status(posted.status).set('cache-control', 'no-store');
    await sendPage(response, newProjectTag(posted));
  });
  router.get('/{*path}', async (request: Request, response: Response) => {
    const key = readProjectKey(projectPath.exec(request.path)?.[1] ?? '');
    await sendPage(response, key ? writeTags(key) : '');
  });

  async function sendPage(response: Response, head: string | Promise<string>): Promise<void> {
    const [page, tags] = await Promise.all([readPage(), head]);
    if (!response.hasHeader('cache-control')) response.set('cache-control', 'no-cache');
    if (page === null)
      response.status(503).type('text').send('The page is not built yet: run npm run build.\n');
    else {
      allowInlineScript(response, page);
      response.type('html').send(withConfig(page, config).replace('</head>', () => `${tags}</head>`));
    }
  }
  return router;
}

/** The page's policy lets through what the build has written into it, and nothing that anybody adds. */
function allowInlineScript(response: Response, page: string): void {
  const policy = response.get(policyHeader);
  const [, script] = inlineScript.exec(page) ?? [];
  if (policy !== undefined && script !== undefined) response.set(policyHeader, cspWithScript(policy, script));
}

/** What the code of Pug's templates runs in (ADR 60). */
function allowWebAssembly(request: Request, response: Response, next: NextFunction): void {
  const policy = response.get(policyHeader);
  if (policy !== undefined && compilingWorker.test(request.path))
    response.set(policyHeader, cspWithWebAssembly(policy));
  next();
}

/** Scripts and styles of the build, compressed. */
function compressedTexts(folder: string): RequestHandler {
  const read = compressedFiles(maxCompressedBytes);
  return async (request, response, next) => {
    const encoding = acceptedEncoding(request);
    if (request.method !== 'GET' || encoding === 'identity' || !textFile.test(request.path)) return next();
    const body = await read(join(folder, request.path), encoding).catch(() => null);
    if (!body) return next();
    response
      .type(extname(request.path))
      .set({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Encoding': encoding,
        'Content-Length': String(body.length),
        Vary: 'Accept-Encoding',
      })
      .end(body);
  };
}

function missing(_request: Request, _response: Response, next: NextFunction): void {
  next(notFound());
}

async function readPage(name = 'index.html'): Promise<string | null> {
  try {
    return await readFile(join(built, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The page at /embed/new, made beside the app's; null before it is built. */
export async function liveBlockPage(config: Config): Promise<string | null> {
  const page = await readPage('live-block.html');
  return page && withConfig(page, config);
}

function withConfig(page: string, config: Config): string {
  return page.replace(placeholder, (_, opening) => `${opening}${configJson(config)}`);
}

/** `<` is escaped, so that no value can end the element it stands in. */
function configJson(config: Config): string {
  return JSON.stringify(studioConfig(config)).replaceAll('<', '\\u003c');
}

/** What a page must know of how this studio is set up. */
export function studioConfig(config: Config): StudioConfig {
  return {
    sandboxUrl: config.sandboxUrl,
    assetsUrl: config.assetsUrl,
    avatarUrl: config.avatarUrl,
    mainSiteUrl: config.mainSiteUrl,
    forumSignIn: config.forumUrl !== null && config.forumSecret !== null,
    passwordReset: config.smtp !== null,
    librarySource: config.librarySource,
    moduleCdn: config.moduleCdn,
    packages: config.modules !== 'off',
    supportEmail: config.supportEmail,
    demoAccount: config.demoAccount ? { email: demoAccount.email, password: demoAccount.password } : null,
  };
}
