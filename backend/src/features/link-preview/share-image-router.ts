import { Logger } from '@nestjs/common';
import { type ProjectKey, readProjectKey } from '@studio/contract/project-key';
import { type Request, type Response, Router } from 'express';
import { clientNetwork } from '../../common/http/caller.js';
import { setSecurityHeaders } from '../../common/http/security-headers.js';

/**
 * `/project/{id}/card.png`: the image that other sites show with a link to a public or embeddable project. The
 * version in its query is ignored; it only makes a new address. 404 for any other id; 503 while it cannot be drawn.
 */
export function shareImageRouter(
  findShareImage: (project: ProjectKey, network: string) => Promise<Buffer | null>,
): Router {
  const logger = new Logger('link-preview');
  const router = Router();
  router.get('/project/:id/card.png', async (request: Request<{ id: string }>, response: Response) => {
    const key = readProjectKey(request.params.id);
    setSecurityHeaders('shared', response);
    try {
      const image = key ? await findShareImage(key, clientNetwork(request)) : null;
      if (image) {
        // With an ETag: revalidated each time, because the project may have been hidden, and sent only if it has
        // changed.
        response.set('Cache-Control', 'no-cache').type('png').send(image);
      } else response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
    } catch (error) {
      logger.error({ requestId: request.id, err: error });
      response
        .status(503)
        .set({ 'Cache-Control': 'no-store', 'Retry-After': '5' })
        .type('text')
        .send('The server cannot answer right now. Try again in a moment.\n');
    }
  });
  return router;
}
