import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StudioConfig } from '@studio/contract/http/studio';
import { type ProjectKey, readProjectKey } from '@studio/contract/project-key';
import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import { nullIfMissing } from '../../common/errors/missing-file.js';
import { clientNetwork } from '../../common/http/caller.js';
import { sendCompressed } from '../../common/http/compressed-files.js';
import { isDecodable } from '../../common/http/decodable-path.js';
import { appPageHeaders, cspWithScript, cspWithWebAssembly } from '../../common/http/security-headers.js';
import { type Config, demoAccount } from '../../config/config.js';
import { ownFile } from '../../own-files.js';
import { newProjectTag, readPostedProject } from './new-project-form.js';

/** The front end as `npm run build` writes it. */
const built = ownFile('../../frontend/dist/app');
const projectPath = /^\/project\/([^/]+)\/?$/;
const policyHeader = 'content-security-policy';
const inlineScript = /<script>([^]*?)<\/script>/;
/** Paths of the files of the build that are sent compressed, within `assets`. */
const compressible = /^(?:\/workers)?\/[\w.-]+\.(?:js|css|wasm|ttf)$/;
/** The workers that compile; their policy allows WebAssembly. */
const compilingWorker = /^\/workers\/(?:compile|pack)\.worker-[\w-]+\.js$/;
/**
 * Files that browsers, search engines and scanners request from every server (`/favicon.ico`, `/robots.txt`,
 * `/.env`). No page has such a name.
 */
const fileName = /^\/(?:\.|[^/]+\.\w+$)/;
const placeholder = /(<script type="application\/json" id="studio-config">)[^<]*/;

/** What the router needs from other features. */
export interface PageSource {
  /** The tags for link previews of a project, as HTML; empty for a project that is not visible. */
  writeTags(project: ProjectKey): Promise<string>;
  /** Whether this secret opens a project. @throws ApiError 429 after too many wrong secrets from the network. */
  findLink(secret: string, network: string): Promise<boolean>;
}

/** Serves the app's page at every path that is not an API call, and the files of the build. */
export function pageRouter(config: Config, { writeTags, findLink }: PageSource): Router {
  const router = Router();
  router.use('/api', (_request, _response, next) => next('router'));
  // What is there has been answered before.
  router.use(['/socket.io', '/embed'], missing);
  router.use(appPageHeaders(config));
  router.use(async (request, response, next) => {
    if (isDecodable(request.path)) return next();
    await sendPage(response.status(404), '');
  });
  // Cached forever, because names change with content. A missing file is 404: with the page, a browser would run HTML
  // as a script.
  router.use(
    '/assets',
    allowWebAssembly,
    sendCompressed(join(built, 'assets'), compressible, 'public, max-age=31536000, immutable'),
    express.static(join(built, 'assets'), { index: false, immutable: true, maxAge: '1y' }),
    missing,
  );
  router.use(sendCompressed(built, /^\/licences\.txt$/, 'public, max-age=3600'));
  const files = express.static(built, { index: false, cacheControl: false });
  router.use((request, response, next) => {
    // Not the pages: they are completed for each request, and do not work as built.
    if (decodeURIComponent(request.path).endsWith('.html')) next();
    else void files(request, response, next);
  });
  router.get(fileName, (request, response, next) => {
    // A browser gets the page, which shows the error itself.
    if (!request.get('accept')?.includes('text/html')) return missing(request, response, next);
    response.status(404);
    next();
  });
  // Its address contains a token, so it is neither sent as referrer nor cached.
  router.use('/discourse-auth', (_request, response, next) => {
    response.set({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    next();
  });
  // It can show anybody's code, which search engines must not list under the studio's name.
  router.use('/preview', (_request, response, next) => {
    response.set('x-robots-tag', 'noindex');
    next();
  });
  // Its address is a secret: not sent as referrer, not cached, and not indexed (specification: Links).
  router.use('/s', (_request, response, next) => {
    response.set({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    next();
  });
  // A secret that opens nothing gets the same page, which shows the error itself.
  router.get('/s/:secret', async (request: Request<{ secret: string }>, response: Response) => {
    try {
      const isLive = await findLink(request.params.secret, clientNetwork(request));
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
    await sendPage(response, '', newProjectTag(posted));
  });
  router.get('/{*path}', async (request: Request, response: Response) => {
    const key = readProjectKey(projectPath.exec(request.path)?.[1] ?? '');
    await sendPage(response, key ? writeTags(key) : '');
  });
  router.use(missing);

  /** `data`: a long element for the page's head, which is sent as it is written. */
  async function sendPage(
    response: Response,
    head: string | Promise<string>,
    data?: AsyncIterable<string>,
  ): Promise<void> {
    const [page, tags] = await Promise.all([readBuiltPage(), head]);
    if (!response.hasHeader('cache-control')) response.set('cache-control', 'no-cache');
    if (page === null) {
      response.status(503).type('text').send('The page is not built yet: run npm run build.\n');
      return;
    }
    allowInlineScript(response, page);
    response.type('html');
    const written = withConfig(page, config);
    if (data) await sendPieces(response, withData(written, data));
    else response.send(written.replace('</head>', () => `${tags}</head>`));
  }
  return router;
}

async function* withData(page: string, data: AsyncIterable<string>): AsyncGenerator<string> {
  const end = page.indexOf('</head>');
  yield page.slice(0, end);
  yield* data;
  yield page.slice(end);
}

/** Sends a text as fast as the reader takes it. */
async function sendPieces(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  let goOn = () => {};
  response.on('drain', () => goOn()).once('close', () => goOn());
  for await (const piece of pieces) {
    if (response.closed) return;
    if (!response.write(piece)) await new Promise<void>((done) => (goOn = done));
  }
  response.end();
}

/** Allows only the inline script that the build has written into the page. */
function allowInlineScript(response: Response, page: string): void {
  const policy = response.get(policyHeader);
  const [, script] = inlineScript.exec(page) ?? [];
  if (policy !== undefined && script !== undefined) response.set(policyHeader, cspWithScript(policy, script));
}

/** Workers that compile run the code of Pug templates in WebAssembly (ADR 60). */
function allowWebAssembly(request: Request, response: Response, next: NextFunction): void {
  const policy = response.get(policyHeader);
  if (policy !== undefined && compilingWorker.test(request.path))
    response.set(policyHeader, cspWithWebAssembly(policy));
  next();
}

function missing(_request: Request, _response: Response, next: NextFunction): void {
  next(notFound());
}

/** Null before it is built. */
function readBuiltPage(name = 'index.html'): Promise<string | null> {
  return readFile(join(built, name), 'utf8').catch(nullIfMissing);
}

/** The page at /embed/new, which is built with the app; null before it is built. */
export async function liveBlockPage(config: Config): Promise<string | null> {
  const page = await readBuiltPage('live-block.html');
  return page && withConfig(page, config);
}

function withConfig(page: string, config: Config): string {
  return page.replace(placeholder, (_, opening) => `${opening}${configJson(config)}`);
}

/** Escapes `<`, so that no value can close the script element. */
function configJson(config: Config): string {
  return JSON.stringify(studioConfig(config)).replaceAll('<', '\\u003c');
}

/** The configuration that pages need. */
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
