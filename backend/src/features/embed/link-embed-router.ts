import { Logger } from '@nestjs/common';
import { embedGone, embedStatusPath, linkEmbedPath, readEmbedOptions } from '@studio/contract/embed';
import type { LinkedProject } from '@studio/contract/links';
import { type Request, type Response, Router } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { addressOf, clientNetwork } from '../../common/http/caller.js';
import { compressResponses } from '../../common/http/compress-responses.js';
import { isDecodable } from '../../common/http/decodable-path.js';
import { setSecurityHeaders } from '../../common/http/security-headers.js';
import { type Config, sandboxSources } from '../../config/config.js';
import type { LinkedProjectsService } from '../projects/links/linked-projects.service.js';
import { type EmbedScripts, embedErrorPage, embedPage, embedPolicy } from './embed-page.js';

/** What the router needs from other features. */
export interface LinkEmbedSource {
  /** Whether a secret opens a project. @throws ApiError 429 */
  find(secret: string, network: string): Promise<boolean>;
  open: LinkedProjectsService['open'];
  frameAddress: LinkedProjectsService['frameAddress'];
  /** Charges the client at an address for reading the sources of a project. */
  charge(address: string, project: LinkedProject): void;
}

/**
 * `/s/{secret}/embed`: the embed of a project by link (specification: Links), with the usual options. Its address
 * stays secret: the frame has a signed address instead, pages that it links to get no referrer, and chats get no
 * title to show. 404 for a secret that opens nothing, 429 after many of those. `/s/{secret}/embed/status`: 204 while
 * it may stay open, else 404.
 */
export function linkEmbedRouter(config: Config, scripts: EmbedScripts, source: LinkEmbedSource): Router {
  const logger = new Logger('embed');
  const policyWith = embedPolicy(scripts, config.publicUrl.replace(/^http/, 'ws'));
  const router = Router();

  // With a page: Express itself would answer an address that cannot be decoded with JSON.
  router.use('/s', (request, response, next) => {
    if (isDecodable(request.path) || !request.path.endsWith('/embed')) return next();
    setHeaders(request, response);
    response
      .status(404)
      .type('html')
      .send(embedErrorPage(404, readEmbedOptions(request.query).theme));
  });

  const path = linkEmbedPath(':secret');
  router.get(embedStatusPath(path), async (request: Request<{ secret: string }>, response: Response) => {
    setSecurityHeaders('shared', response);
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' });
    try {
      const isLive = await source.find(request.params.secret, clientNetwork(request));
      if (isLive) response.status(204).end();
      else response.status(404).type('text').send(embedGone.title);
    } catch (error) {
      const refusal = statusOf(request, error);
      if (refusal !== 429) response.status(refusal).end();
      else response.status(429).set('Retry-After', '60').end();
    }
  });

  router.get(path, compressResponses(), async (request: Request<{ secret: string }>, response: Response) => {
    const { secret } = request.params;
    const options = readEmbedOptions(request.query);
    setHeaders(request, response);
    try {
      const viewer = { caller: null, address: addressOf(request) };
      const project = await source.open(secret, viewer, isLookedAt(request));
      source.charge(viewer.address, project);
      const addresses = {
        frame: source.frameAddress(project),
        referrerPolicy: 'no-referrer',
        report: `/report/${project.id}`,
        studio: `/s/${secret}`,
      } as const;
      // Without the project's title, which chats would show for a link.
      const untitled = { ...project, title: 'CodeStudio' };
      response.type('html').send(embedPage(untitled, addresses, options, scripts, ''));
    } catch (error) {
      const status = statusOf(request, error);
      if (status === 429) response.set('Retry-After', '60');
      response.status(status).type('html').send(embedErrorPage(status, options.theme));
    }
  });

  function setHeaders(request: Request, response: Response): void {
    setSecurityHeaders('embed', response);
    const frames = sandboxSources(config, request.get('Host') ?? 'localhost');
    response.set({
      'Content-Security-Policy': policyWith(frames),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
  }

  /** Whether a person looks at it: programs that fetch pages, such as those of chats, do not count as views. */
  function isLookedAt(request: Request<{ secret: string }>): boolean {
    return request.get('Sec-Fetch-Mode') === 'navigate' && request.get('Sec-Purpose') === undefined;
  }

  function statusOf(request: Request<{ secret: string }>, error: unknown): 404 | 429 | 503 {
    if (error instanceof ApiError && (error.status === 404 || error.status === 429)) return error.status;
    logger.error({ requestId: request.id, err: error });
    return 503;
  }

  return router;
}
