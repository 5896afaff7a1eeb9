import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { type ProjectKey, readProjectKey } from '@studio/contract/project-key';
import { cardPath, renderedPath } from '@studio/contract/sandbox-frame';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { revalidationCacheControl } from '../common/http/request-middleware.js';
import { setSecurityHeaders } from '../common/http/security-headers.js';
import { isSiteOfItsOwn } from '../common/http/site.js';
import { idPattern } from '../common/ids.js';
import type { Card } from '../features/projects/reading/project-cards.service.js';
import type { ProjectVersion } from '../features/projects/reading/rendered-projects.service.js';
import { type AssetSource, assetRouter } from './assets/asset-router.js';
import { avatarHandler } from './avatars.js';
import { cardHandler } from './card-page.js';
import { libraryRouter } from './libraries.js';
import { ModuleGraph } from './packages/module-graph.js';
import { packageRouter, type ServedPackages } from './packages/package-router.js';
import { CompileRefused } from './rendering/compile-pool.js';
import type { ReadSource, Renderer } from './rendering/renderer.js';
import { appOrigins, readSandboxHost, type SandboxAddresses } from './sandbox-origins.js';
import {
  noticePage,
  type RuntimeFiles,
  renderedPage,
  runnerPage,
  runtimeElement,
  waitingPage,
} from './sandbox-pages.js';

export interface SandboxOptions extends AssetSource {
  addresses: SandboxAddresses;
  runtime: RuntimeFiles;
  renderer: Renderer;
  /** The project, or the published version, if it may be embedded, else null. */
  findEmbeddable(key: ProjectKey): Promise<ProjectVersion | null>;
  /** The project of an embed by link; null if the signature of the frame's address is wrong or the link has ended. */
  findFramed(id: string, linkId: string, signature: string): Promise<ProjectVersion | null>;
  /** The project of a card's address; null if the signature is wrong or the version is outdated. */
  findCard(id: string, version: number, signature: string): Promise<Card | null>;
  readSource: ReadSource;
  packages: ServedPackages;
}

const filePath = new RegExp(`^/assets/${idPattern}/[^/]+$`);

/**
 * The second listener: user code and user files only, on origins that are never the app's (specification: Isolation).
 * Project hosts answer requests for a page, with a stored project only in frames:
 * - `/rendered/{id}`: the stored project; `?link={linkId}&k={signature}` for an embed by link;
 * - `/rendered/{id}@{rev}`: a published version;
 * - `/card/{id}?v={version}&k={signature}`: the page of a card, without scripts;
 * - any other path: the runner in a frame, a notice in a tab.
 *
 * All other requests get 404, so that a missing script is never a page. The assets host has users' files and avatars
 * and never serves a page; the other hosts redirect `/assets/{key}/{name}` to it. Every host has the libraries at
 * `/lib` and npm packages at `/packages`.
 */
export function createSandboxListener({
  addresses,
  runtime,
  renderer,
  findEmbeddable,
  findFramed,
  findCard,
  readSource,
  packages,
  ...assets
}: SandboxOptions): Express {
  const runtimeTag = createHash('sha256').update(runtime.rendered).digest('hex').slice(0, 12);
  const pageTag = `${runtimeTag}-${renderer.engineTag}`;
  const logger = new Logger('sandbox');
  const listener = express();
  listener.disable('x-powered-by');
  listener.disable('etag');
  listener.use(revalidationCacheControl);

  listener.use((request, response, next) => {
    setSecurityHeaders('preview', response);
    // Missing in HTTP/1.0, or empty.
    if (!request.get('Host')) {
      badRequest(response);
      return;
    }
    // With the header, the browser would start a second process for the project (ADR 62).
    if (hasProcessForSite(request) && isSiteOfItsOwn(request.hostname))
      response.removeHeader('Origin-Agent-Cluster');
    // A service worker would outlive its preview and answer its requests.
    if (request.get('Service-Worker') === 'script') refuse(response);
    else next();
  });

  const isAssetsHost = (request: Request) => hostOf(request).kind === 'assets';
  listener.get('/avatars/:style/:file', avatarHandler(isAssetsHost));
  const assetRoutes = assetRouter(assets);
  listener.use((request, response, next) => {
    if (isAssetsHost(request)) assetRoutes(request, response, next);
    else next();
  });

  // Code names files relative to its origin, so that it has no domain and the host of files may change (ADR 43).
  listener.get(filePath, (request, response) => {
    const download = request.query['download'] === 'true' ? '?download=true' : '';
    setSecurityHeaders('file', response);
    // A card's page has an opaque origin, so that requests for its fonts are cross-origin.
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' });
    response.redirect(`${addresses.assetsUrl}${request.path}${download}`);
  });

  listener.use(libraryRouter());
  const graph = new ModuleGraph();
  listener.use(packageRouter(packages, graph));

  listener.use((request, response, next) => {
    const asksForPage = ['GET', 'HEAD', 'POST'].includes(request.method) && wantsPage(request);
    if (hostOf(request).kind === 'project' && asksForPage) next();
    else refuse(response);
  });

  // Stored projects only for frames on the project's own host; other such addresses are handled like any path.
  listener.param('id', (request, _response, next, id: string) => {
    const host = hostOf(request);
    const key = readProjectKey(id);
    const belongsHere = host.kind === 'project' && (host.id === null || host.id === key?.id);
    next(isTopLevel(request) || key === null || !belongsHere ? 'route' : undefined);
  });

  const runtimeFor = (request: Request) => runtimeElement(runtime.rendered, appOriginsFor(request));
  listener.get(cardPath(':id'), cardHandler({ renderer, findCard, readSource, runtimeFor, graph }));

  listener.get(renderedPath(':id'), async (request: Request<{ id: string }>, response) => {
    const key = readProjectKey(request.params.id);
    const { link, k } = request.query;
    const isByLink = typeof link === 'string' && typeof k === 'string' && key?.rev === null;
    const find = (asked: ProjectKey) => (isByLink ? findFramed(asked.id, link, k) : findEmbeddable(asked));
    for (let tries = 0; tries < 3; tries += 1) {
      const project = key && (await find(key));
      if (!project) break;
      // User code can read its own address; this keeps browsers from sending it to other sites.
      if (isByLink) response.set('Referrer-Policy', 'no-referrer');
      const tag = `"${project.version}-${pageTag}"`;
      response.set({ ETag: tag, 'Cache-Control': 'private, no-cache' });
      if (request.get('If-None-Match') === tag) {
        response.status(304).end();
        return;
      }
      const outcome = await renderer.render(project, readSource);
      // The project was saved meanwhile: tries the newer version.
      if (!outcome) continue;
      if (outcome.isTransient) response.set('Cache-Control', 'no-store').removeHeader('ETag');
      // Not cacheable yet: a later page can preload more modules of its packages.
      if ('html' in outcome && !graph.isComplete(outcome.packageModules)) response.removeHeader('ETag');
      response.type('html').send(renderedPage(outcome, runtimeFor(request), graph));
      return;
    }
    response.removeHeader('ETag');
    refuse(response);
  });

  listener.use((request, response) => {
    const isNotice = isTopLevel(request);
    if (isNotice) setSecurityHeaders('notice', response);
    response.set({ 'Cache-Control': 'private, max-age=60', Vary: 'Sec-Fetch-Dest' }).type('html');
    if (isNotice) response.send(noticePage(projectUrl(request)));
    else response.send(runnerPage(runtimeElement(runtime.runner, appOriginsFor(request))));
  });

  listener.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (!(error instanceof CompileRefused)) {
      next(error);
      return;
    }
    response.removeHeader('ETag');
    response.status(503).set({ 'Cache-Control': 'no-store', 'Retry-After': String(error.seconds) });
    response.type('html').send(waitingPage(error.seconds, runtimeFor(request)));
  });

  listener.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (error instanceof URIError) {
      badRequest(response);
      return;
    }
    logger.error(error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.removeHeader('ETag');
    response
      .status(503)
      .set('Cache-Control', 'no-store')
      .type('text')
      .send('The server cannot answer right now. Try again in a moment.');
  });

  function hostOf(request: Request) {
    return readSandboxHost(request.get('Host') ?? '', addresses);
  }

  function appOriginsFor(request: Request): string[] {
    return appOrigins(request.hostname, addresses);
  }

  function projectUrl(request: Request): string | null {
    const host = hostOf(request);
    if (host.kind !== 'project' || host.id === null) return null;
    const app = addresses.publicUrl ?? `http://localhost:${addresses.appPort}`;
    return `${app}/project/${host.id}`;
  }

  return listener;
}

function isTopLevel(request: Request): boolean {
  return request.get('Sec-Fetch-Dest') === 'document';
}

/** Without Linux, because tablets with Android report that, too. */
const desktops = ['"Windows"', '"macOS"', '"Chrome OS"'];

/** Whether the browser is a Chromium that isolates each site: not on Android, and not without a window. */
function hasProcessForSite(request: Request): boolean {
  const isOnDesktop =
    request.hostname.endsWith('.localhost') || desktops.includes(request.get('Sec-CH-UA-Platform') ?? '');
  const brands = request.get('Sec-CH-UA') ?? '';
  return isOnDesktop && brands.includes('"Chromium"') && !brands.includes('"HeadlessChrome"');
}

/** Whether a page is requested. Browsers without Sec-Fetch-Dest accept HTML for a page and not for a script. */
function wantsPage(request: Request): boolean {
  const destination = request.get('Sec-Fetch-Dest');
  if (destination !== undefined) return destination === 'iframe' || destination === 'document';
  return (request.get('Accept') ?? '').includes('text/html');
}

function refuse(response: Response): void {
  response.status(404).type('text').send('Not found');
}

function badRequest(response: Response): void {
  response.status(400).set('Cache-Control', 'no-store').type('text').send('Bad request');
}
