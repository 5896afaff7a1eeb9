import { Logger } from '@nestjs/common';
import {
  embedGone,
  embedPath,
  embedQuery,
  embedStatusPath,
  liveBlockPath,
  readEmbedOptions,
} from '@studio/contract/embed';
import type { EmbedProject } from '@studio/contract/http/projects';
import { readProjectKey } from '@studio/contract/project-key';
import { type Request, type Response, Router } from 'express';
import { addressOf } from '../../common/http/caller.js';
import { compressResponses } from '../../common/http/compress-responses.js';
import { isDecodable } from '../../common/http/decodable-path.js';
import { setSecurityHeaders } from '../../common/http/security-headers.js';
import type { Config } from '../../config/config.js';
import { sandboxSources } from '../../config/config.js';
import type { TakedownsService } from '../moderation/takedowns.service.js';
import type { CachedReadsService } from '../projects/reading/cached-reads.service.js';
import type { PreviewedProject } from '../projects/reading/previewed-projects.service.js';
import { embedHeaders, isOwnFrame, pageOptions } from './cached-embeds.js';
import {
  type EmbedScripts,
  embedAddresses,
  embedErrorPage,
  embedPage,
  liveBlockPolicy,
} from './embed-page.js';

/** What the router needs from other features. */
export interface EmbedSource {
  /** Writes the page of an embeddable project and counts the view; null if there is none. */
  write: CachedReadsService['embed'];
  isStillEmbeddable: CachedReadsService['isStillEmbeddable'];
  isTakenDown: TakedownsService['isTakenDown'];
  /** The tags of link previews for the head, as HTML, for the page's query. */
  tags(project: PreviewedProject, asked: URLSearchParams): string;
  /** Charges the client at an address for reading the sources of a project. */
  charge(address: string, project: EmbedProject): void;
  /** The page that receives a post's code; null before it is built. */
  liveBlockPage(): Promise<string | null>;
}

/** In bytes. Smaller responses fit into the first packets anyway, and compressing them would wait for a thread. */
const firstPackets = 8_192;

/**
 * `/live.js` and `/embed/new`: code in posts that runs inside the post.
 *
 * `/embed/{id}`, or `{id}@{rev}` for a published version: a page that any site may frame, with as little script as it
 * needs (specification: Embed page). Options: {@link readEmbedOptions}. 404 with the documented text for a project
 * that is missing or not embeddable, 410 after a takedown, 503 while the database is away. `/embed/live.js` keeps an
 * open embed up to date by a socket; without one it polls `/embed/{id}/status`: 204, 404 or 410, also for pages
 * without an origin.
 */
export function embedRouter(config: Config, scripts: EmbedScripts, source: EmbedSource): Router {
  const logger = new Logger('embed');
  const setHeaders = embedHeaders(config, scripts);
  const router = Router();
  router.use(
    ['/embed', '/live.js'],
    compressResponses({ threshold: firstPackets }),
    (_request, response, next) => {
      setSecurityHeaders('shared', response);
      next();
    },
  );

  const refuseUnknown = (request: Request, response: Response) => {
    setHeaders(request, response);
    response
      .status(404)
      .type('html')
      .send(embedErrorPage(404, readEmbedOptions(request.query).theme));
  };
  router.use('/embed', (request, response, next) => {
    if (isDecodable(request.path)) next();
    else refuseUnknown(request, response);
  });

  const sendScript = (script: string) => (_request: Request, response: Response) => {
    // Modules are fetched with CORS, also by pages without an origin.
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' });
    response.type('js').send(script);
  };
  router.get('/embed/live.js', sendScript(scripts.embedLive));
  router.get('/live.js', sendScript(scripts.live));

  router.get(liveBlockPath, async (request, response) => {
    setSecurityHeaders('embed', response);
    const frames = sandboxSources(config, request.get('Host') ?? 'localhost');
    response.set('Cache-Control', 'no-cache');
    const page = await source.liveBlockPage();
    if (page !== null)
      response.set('Content-Security-Policy', liveBlockPolicy(page, frames)).type('html').send(page);
    else response.status(503).type('text').send('The page is not built yet: run npm run build.\n');
  });

  router.get(embedStatusPath(embedPath(':id')), async (request: Request<{ id: string }>, response) => {
    const key = readProjectKey(request.params.id);
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' });
    try {
      const isStillEmbeddable = key !== null && (await source.isStillEmbeddable(key));
      if (isStillEmbeddable) response.status(204).end();
      else
        response
          .status(await statusOfNone(key?.id))
          .type('text')
          .send(embedGone.title);
    } catch (error) {
      logger.error({ requestId: request.id, err: error });
      response.status(503).end();
    }
  });

  router.get(embedPath(':id'), async (request: Request<{ id: string }>, response: Response) => {
    const key = readProjectKey(request.params.id);
    const options = readEmbedOptions(request.query);
    setHeaders(request, response);
    const refuse = (status: 404 | 410 | 503) =>
      response.status(status).type('html').send(embedErrorPage(status, options.theme));
    try {
      const address = addressOf(request);
      const isSeen = request.method === 'GET' && !isOwnFrame(request);
      const viewer = isSeen ? { caller: null, address } : null;
      const write = (project: EmbedProject, about: PreviewedProject) => {
        source.charge(address, project);
        return embedPage(
          project,
          embedAddresses({ id: project.id, rev: about.rev }, config.sandboxUrl),
          options,
          scripts,
          source.tags(about, new URLSearchParams(embedQuery(options))),
        );
      };
      const page = key ? await source.write(key, viewer, pageOptions(options), write) : null;
      if (page !== null) await page.reply(response.type('html'));
      else refuse(await statusOfNone(key?.id));
    } catch (error) {
      logger.error({ requestId: request.id, err: error });
      refuse(503);
    }
  });

  router.use('/embed', refuseUnknown);

  async function statusOfNone(id: string | undefined): Promise<404 | 410> {
    return id !== undefined && (await source.isTakenDown(id)) ? 410 : 404;
  }

  return router;
}
