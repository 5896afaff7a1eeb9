import type { Request, RequestHandler } from 'express';
import { answerAs } from '../common/http/security-headers.js';
import { type Card, cardPage, picturePage, quietPage } from './card-page.js';
import { renderedPage } from './pages.js';
import { mayPass, type ReadSource, type Renderer } from './rendering/renderer.js';

interface CardOptions {
  renderer: Renderer;
  /** The project of a card's address, if that is genuine and still true. */
  findCard(id: string, version: number, signature: string): Promise<Card | null>;
  readSource: ReadSource;
  /** The runtime that stands before user code, for the host that was asked. */
  runtimeFor(request: Request<{ id: string }>): string;
}

const keptForADay = 'private, max-age=86400, immutable';

/**
 * `GET /card/{id}?v={version}&k={signature}`: the picture on a project's card, without scripts; with `&run=1` the
 * project as it runs. To stand where only frames on the project's own origin get to.
 */
export function cardHandler({
  renderer,
  findCard,
  readSource,
  runtimeFor,
}: CardOptions): RequestHandler<{ id: string }> {
  return async (request, response) => {
    const { v, k, run } = request.query;
    const runs = run === '1';
    const project = await findCard(request.params.id, Number(v), String(k));
    if (!runs) answerAs('still', response);
    response.set('Cache-Control', 'no-store').type('html');
    if (project?.picture && !runs) {
      response.set('Cache-Control', keptForADay).send(picturePage(project.picture));
      return;
    }
    const outcome = project && (await renderer.render(project, readSource));
    if (!outcome) {
      response.status(404).send(quietPage('It has changed since this list was loaded.'));
      return;
    }
    // What a script draws may have a picture in a moment: its owner's studio looks at it after a save.
    const mayBeDrawn = !runs && 'html' in outcome && outcome.isDrawnByScript;
    if (!mayPass(outcome) && !mayBeDrawn) response.set('Cache-Control', keptForADay);
    response.send(runs ? renderedPage(outcome, runtimeFor(request)) : cardPage(project, outcome));
  };
}
