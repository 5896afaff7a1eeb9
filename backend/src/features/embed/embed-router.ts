import { Logger } from '@nestjs/common';
import { type Request, type Response, Router } from 'express';
import type { Config } from '../../config/config.js';
import { sandboxSources } from '../../config/origins.js';
import type { ProjectsService } from '../projects/projects.service.js';
import { readEmbedOptions } from './embed-options.js';
import { type EmbedScripts, embedErrorPage, embedPage, embedPolicy } from './embed-page.js';

type Projects = Pick<ProjectsService, 'readEmbed' | 'findEmbeddable'>;

const projectId = /^[0-9a-z]{16}$/;

/**
 * `/embed/{id}`: a page of its own, with no more script than it needs, that any site may frame (SPEC 2, CONTRACT 2).
 * Options: {@link readEmbedOptions}. 404 with SPEC's text for a project that is missing or not embeddable, 503 while the database is away.
 */
export function embedRouter(config: Config, scripts: EmbedScripts, projects: () => Projects): Router {
  const logger = new Logger('embed');
  const router = Router();
  const read = (id: string, request: Request<{ id: string }>) =>
    isOwnFrame(request)
      ? projects().findEmbeddable(id)
      : projects().readEmbed(id, { caller: null, address: request.ip ?? 'unknown' });
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
      const project = projectId.test(id) ? await read(id, request) : null;
      if (project) response.type('html').send(embedPage(project, options, scripts, config.sandboxUrl));
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
