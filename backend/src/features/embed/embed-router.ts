import { Logger } from '@nestjs/common';
import type { EmbedProject } from '@studio/contract/http/projects';
import compression from 'compression';
import { type Request, type Response, Router } from 'express';
import type { Config } from '../../config/config.js';
import { sandboxSources } from '../../config/origins.js';
import type { ProjectAnswers } from '../projects/project-answers.service.js';
import type { UnfoldedProject } from '../projects/unfolded-projects.service.js';
import { readEmbedOptions } from './embed-options.js';
import { type EmbedScripts, embedErrorPage, embedPage, embedPolicy } from './embed-page.js';

/** Writes a page of a project that may be embedded and counts the view; null where there is none. */
type EmbedPage = ProjectAnswers['embed'];
/** What its head tells other sites of a project, as HTML, for the query of the page. */
type EmbedTags = (project: UnfoldedProject, asked: URLSearchParams) => string;

/** In bytes. What a connection takes at once is there no sooner for being smaller, and compressing it waits for a thread. */
const firstPackets = 8_192;
const projectId = /^[0-9a-z]{16}$/;

/**
 * `/embed/{id}`: a page of its own, with no more script than it needs, that any site may frame (SPEC 2, CONTRACT 2).
 * Options: {@link readEmbedOptions}. 404 with SPEC's text for a project that is missing or not embeddable, 503 while the database is away.
 */
export function embedRouter(
  config: Config,
  scripts: EmbedScripts,
  writeEmbed: EmbedPage,
  writeTags: EmbedTags,
): Router {
  const logger = new Logger('embed');
  const router = Router();
  router.use('/embed', compression({ threshold: firstPackets }));
  router.get('/embed/:id', async (request: Request<{ id: string }>, response: Response) => {
    const { id } = request.params;
    const options = readEmbedOptions(request.query);
    response.removeHeader('X-Frame-Options');
    // It has nothing to keep apart, and a page with this header waits for a process of its own.
    response.removeHeader('Cross-Origin-Opener-Policy');
    response.set({
      'Content-Security-Policy': embedPolicy(
        scripts,
        sandboxSources(config, request.get('Host') ?? 'localhost'),
      ),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'no-cache',
    });
    try {
      const viewer = isOwnFrame(request) ? null : { caller: null, address: request.ip ?? 'unknown' };
      const asked = new URLSearchParams(request.originalUrl.split('?')[1]);
      const write = (project: EmbedProject, about: UnfoldedProject) =>
        embedPage(project, options, scripts, config.sandboxUrl, writeTags(about, asked));
      const page = projectId.test(id) ? await writeEmbed(id, viewer, request.originalUrl, write) : null;
      if (page !== null) response.type('html').send(page);
      else response.status(404).type('html').send(embedErrorPage(404, options.theme));
    } catch (error) {
      logger.error({ requestId: request.id, err: error });
      response.status(503).type('html').send(embedErrorPage(503, options.theme));
    }
  });
  return router;
}

/** The studio's own Embed Code dialog shows its owner what others will see: nobody has viewed the project by that. */
function isOwnFrame(request: Request<{ id: string }>): boolean {
  return request.get('Sec-Fetch-Site') === 'same-origin' && request.get('Sec-Fetch-Dest') === 'iframe';
}
