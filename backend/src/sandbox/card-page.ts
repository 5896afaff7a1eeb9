import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { setSecurityHeaders } from '../common/http/security-headers.js';
import type { Card } from '../features/projects/reading/project-cards.service.js';
import type { ProjectVersion } from '../features/projects/reading/rendered-projects.service.js';
import type { ModuleGraph } from './packages/module-graph.js';
import type { CompileOutcome } from './rendering/compile-process.js';
import type { ReadSource, Renderer } from './rendering/renderer.js';
import { behindDoctype, renderedPage } from './sandbox-pages.js';

interface CardOptions {
  renderer: Renderer;
  /** The project of a card's address; null if the signature is wrong, the version outdated or the project hidden. */
  findCard(id: string, version: number, signature: string): Promise<Card | null>;
  readSource: ReadSource;
  /** The runtime to insert before user code, for the host of the request. */
  runtimeFor(request: Request<{ id: string }>): string;
  graph: ModuleGraph;
}

const cachedForADay = 'private, max-age=86400, immutable';
const revalidated = 'private, no-cache';

/**
 * `GET /card/{id}?v={version}&k={signature}`: the page on a project's card, without scripts; with `&run=1` the
 * project as it runs. Mount it where only frames on the project's own origin arrive.
 */
export function cardHandler({
  renderer,
  findCard,
  readSource,
  runtimeFor,
  graph,
}: CardOptions): RequestHandler<{ id: string }> {
  return async (request, response) => {
    const { v, k, run } = request.query;
    const runs = run === '1';
    const project = await findCard(request.params.id, Number(v), String(k));
    if (!runs) setSecurityHeaders('card', response);
    response.set('Cache-Control', 'no-store').type('html');
    // Includes the picture: the owner's browser may soon send a newer one of the same version.
    const content = project && (project.picture ? hashOf(project.picture) : String(project.version));
    const tag = content === null ? null : `"${content}-${renderer.engineTag}"`;
    if (tag && !runs && request.get('If-None-Match') === tag) {
      response.set({ 'Cache-Control': revalidated, ETag: tag }).status(304).end();
      return;
    }
    if (tag && project?.picture && !runs) {
      response.set({ 'Cache-Control': revalidated, ETag: tag }).send(picturePage(project.picture));
      return;
    }
    const outcome = project && (await renderer.render(project, readSource));
    if (!outcome) {
      response
        .status(404)
        .send(messagePage('This project is hidden or gone, or the list is out of date. Reload the list.'));
      return;
    }
    if (!outcome.isTransient) {
      const mayGetPicture = tag && !runs && !('html' in outcome && !outcome.hasScript);
      response.set(
        mayGetPicture ? { 'Cache-Control': revalidated, ETag: tag } : { 'Cache-Control': cachedForADay },
      );
    }
    response.send(runs ? renderedPage(outcome, runtimeFor(request), graph) : cardPage(project, outcome));
  };
}

/** Shows the end of animations, so that pages that fade in are visible and lists of cards cost no CPU time. */
const stillness =
  '<style>*,::before,::after{animation-duration:0s!important;animation-delay:0s!important;animation-iteration-count:1!important;animation-fill-mode:both!important;transition:none!important}html{overflow:hidden!important}</style>';

const drawnBy = { vanilla: 'JavaScript', react: 'React', vue: 'Vue.js' };

/** A project's HTML and CSS without motion; with a label if they may show nothing, and only the label if they do. */
function cardPage({ framework }: ProjectVersion, outcome: CompileOutcome): Buffer | string {
  const isBlank = !('html' in outcome) || (outcome.isBlank && outcome.hasScript);
  if (isBlank && outcome.problems.length > 0) return messagePage('Preview unavailable: build error');
  const drawn = `Drawn by ${drawnBy[framework]}`;
  if (isBlank) return messagePage(drawn);
  return behindDoctype(outcome, outcome.isDrawnByScript ? stillness + labelStyle(drawn) : stillness);
}

/** Shows a label in the middle of a page that may have only a background. The project's own rules cannot change it. */
function labelStyle(words: string): string {
  const rules = {
    all: 'initial',
    content: `'${words}'`,
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    width: 'fit-content',
    height: 'fit-content',
    padding: '4px 12px',
    'border-radius': '14px',
    background: '#fffffff0',
    color: '#5a6270',
    font: '14px/1.5 system-ui,sans-serif',
    'z-index': '2147483647',
  };
  const important = Object.entries(rules).map(([name, value]) => `${name}:${value}!important`);
  return `<style>html::after{${important.join(';')}}</style>`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The page with the picture of a project that its script draws, as its owner's browser has sent it. */
function picturePage(picture: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Picture of a project</title><style>html,body{margin:0;height:100%;overflow:hidden}img{display:block;width:calc(100% + 2px);height:calc(100% + 2px);object-fit:cover;object-position:top}</style></head><body><img alt="" src="data:image/webp;base64,${picture}"></body></html>`;
}

function messagePage(words: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words}</title><style>body{margin:0;display:grid;place-items:center;min-height:100vh;font:14px/1.5 system-ui,sans-serif;background:#fff;color:#5a6270}</style></head><body>${words}</body></html>`;
}
