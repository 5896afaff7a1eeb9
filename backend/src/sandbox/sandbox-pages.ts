import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeProblem, type Problem, problemScript } from '@studio/engine/problem';
import type { Request, RequestHandler } from 'express';
import { setSecurityHeaders } from '../common/http/security-headers.js';
import { escapeHtml, formatWait } from '../common/text-format.js';
import type { CompiledPage, CompileOutcome } from './rendering/compile-worker.js';
import { isTransient, type ProjectVersion, type ReadSource, type Renderer } from './rendering/renderer.js';

/** The empty page that takes a document from the editor. */
export function runnerPage(runtime: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>Preview</title>${runtime}</head><body></body></html>`;
}

/** A stored project as its own page, for embeds. What an error keeps out of it stands in the browser's console. */
export function renderedPage(outcome: CompileOutcome, runtime: string): Buffer | string {
  return 'html' in outcome
    ? behindDoctype(outcome, runtime + problemScript(outcome.problems))
    : problemPage(outcome.problems, runtime);
}

/** A page with markup that comes before everything else in it. */
export function behindDoctype({ html, contentStart }: CompiledPage, markup: string): Buffer {
  return Buffer.concat([html.subarray(0, contentStart), Buffer.from(markup), html.subarray(contentStart)]);
}

/** Instead of a page that is not compiled yet; it tries again by itself. */
export function waitingPage(seconds: number, runtime: string): string {
  return `<!doctype html>${runtime}<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${seconds}"><title>This project has to wait</title><style>${noticeStyle}</style></head><body><main><h1>This project has to wait</h1><p>Too much work of its author waits to be prepared. This page tries again in ${formatWait(seconds)}.</p></main></body></html>`;
}

function problemPage(problems: Problem[], runtime: string): string {
  const items = problems.map((problem) => `<li>${escapeHtml(describeProblem(problem))}</li>`);
  return `<!doctype html>${runtime}<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>This project does not compile</title><style>${noticeStyle}</style></head><body><main><h1>This project does not compile</h1><ul>${items.join('')}</ul></main></body></html>`;
}

/** What somebody sees who opens an address of user code by itself: where it comes from, before anything runs. */
export function noticePage(projectUrl: string | null): string {
  const link = projectUrl
    ? `<p><a href="${projectUrl}" rel="noopener">Open the project in CodeStudio</a></p>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>A project preview</title><style>${noticeStyle}</style></head><body><main><h1>This address runs a user’s code</h1><p>It belongs to the preview of a project made with CodeStudio and shows nothing by itself. Never enter a password here.</p>${link}</main></body></html>`;
}

const noticeStyle =
  ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(#fff,#0f131a);color:light-dark(#171c24,#e6e9ef)}main{max-width:32rem;padding:1.5rem}h1{font-size:1.25rem}a{color:light-dark(#0b62b8,#7cb0ff)}';

/** The scripts that stand before user code, and those of the page around an embed, as `frontend/sandbox` builds them. */
export interface RuntimeFiles {
  runner: string;
  rendered: string;
  embed: string;
  embedTabs: string;
  embedLive: string;
}

export function readRuntimeFiles(): RuntimeFiles {
  const read = (name: string) =>
    readFileSync(
      fileURLToPath(new URL(`../../../frontend/dist/sandbox/${name}.js`, import.meta.url)),
      'utf8',
    );
  return {
    runner: read('runner'),
    rendered: read('rendered'),
    embed: read('embed-frame'),
    embedTabs: read('embed-tabs'),
    embedLive: read('embed-live'),
  };
}

/** The runtime as an element: it reads its attribute and takes itself out of the page. */
export function runtimeElement(script: string, hosts: string[]): string {
  return `<script data-hosts="${hosts.join(' ')}">${script.replaceAll('</script', '<\\/script')}</script>`;
}

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
    if (!runs) setSecurityHeaders('still', response);
    response.set('Cache-Control', 'no-store').type('html');
    if (project?.picture && !runs) {
      response.set('Cache-Control', keptForADay).send(picturePage(project.picture));
      return;
    }
    const outcome = project && (await renderer.render(project, readSource));
    if (!outcome) {
      response.status(404).send(messagePage('It has changed since this list was loaded.'));
      return;
    }
    // What a script draws may have a picture in a moment: its owner's studio looks at it after a save.
    const mayBeDrawn = !runs && 'html' in outcome && outcome.isDrawnByScript;
    if (!isTransient(outcome) && !mayBeDrawn) response.set('Cache-Control', keptForADay);
    response.send(runs ? renderedPage(outcome, runtimeFor(request)) : cardPage(project, outcome));
  };
}

/** Whatever moves is shown as it comes to rest: pages that fade in are seen, and a list of them costs nothing. */
const stillness =
  '<style>*,::before,::after{animation-duration:0s!important;animation-delay:0s!important;animation-iteration-count:1!important;animation-fill-mode:both!important;transition:none!important}html{overflow:hidden!important}</style>';

/** `picture`: WebP in base64. */
export interface Card extends ProjectVersion {
  picture: string | null;
}

const drawnBy = { vanilla: 'JavaScript', react: 'React', vue: 'Vue.js' };

/** What HTML and CSS show of a project, at rest; a few words where that is nothing. */
function cardPage({ framework }: ProjectVersion, outcome: CompileOutcome): Buffer | string {
  const isBlank = !('html' in outcome) || outcome.isBlank;
  if (isBlank && outcome.problems.length > 0) return messagePage('Preview unavailable: build error');
  if (isBlank) return messagePage(`Drawn by ${drawnBy[framework]}`);
  return behindDoctype(outcome, stillness);
}

/** What a project looks like that its script draws, as its owner has seen it. */
function picturePage(picture: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Picture of a project</title><style>html,body{margin:0;height:100%;overflow:hidden}img{display:block;width:calc(100% + 2px);height:calc(100% + 2px);object-fit:cover;object-position:top}</style></head><body><img alt="" src="data:image/webp;base64,${picture}"></body></html>`;
}

function messagePage(words: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words}</title><style>body{margin:0;display:grid;place-items:center;min-height:100vh;font:14px/1.5 system-ui,sans-serif;background:#fff;color:#5a6270}</style></head><body>${words}</body></html>`;
}
