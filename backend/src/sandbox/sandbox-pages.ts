import { readFileSync } from 'node:fs';
import { runnerLines } from '@studio/contract/sandbox-frame';
import { describeProblem, type Problem, problemScript } from '@studio/engine/problem';
import { escapeHtml, formatWait } from '../common/text-format.js';
import { ownFile } from '../own-files.js';
import type { ModuleGraph } from './packages/module-graph.js';
import type { CompiledPage, CompileOutcome } from './rendering/compile-process.js';

/** The empty page that receives a document from the editor. */
export function runnerPage(runtime: string): string {
  const above = '\n'.repeat(runnerLines.above);
  return `<!doctype html>${above}<html><head><meta charset="utf-8"><title>Preview</title>${runtime}</head><body></body></html>`;
}

/**
 * A stored project as its own page, for embeds and running cards. Errors that left parts out are in the browser's
 * console. `graph` provides the modules of packages to preload.
 */
export function renderedPage(outcome: CompileOutcome, runtime: string, graph: ModuleGraph): Buffer | string {
  if (!('html' in outcome)) return problemPage(outcome.problems, runtime);
  const page = withPreloads(outcome, graph.neededBy(outcome.packageModules));
  return behindDoctype(page, runtime + problemScript(outcome.problems));
}

/** Inserts the preloads after the import map, because browsers ignore an import map after the first module. */
function withPreloads(page: CompiledPage, preloads: readonly string[]): CompiledPage {
  const links = preloads.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`);
  const { html, preloadPlace: at } = page;
  const parts = [html.subarray(0, at), Buffer.from(links.join('')), html.subarray(at)];
  return preloads.length === 0 ? page : { ...page, html: Buffer.concat(parts) };
}

/** A page with markup that comes before everything else in it. */
export function behindDoctype({ html, contentStart }: CompiledPage, markup: string): Buffer {
  return Buffer.concat([html.subarray(0, contentStart), Buffer.from(markup), html.subarray(contentStart)]);
}

/** Shown instead of a page that is not compiled yet; reloads itself after `seconds`, except in the frame of a still card. */
export function waitingPage(seconds: number, runtime: string): string {
  return `<!doctype html>${runtime}<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${seconds}"><title>This project has to wait</title><style>${noticeStyle}</style></head><body><main><h1>This project has to wait</h1><p>Too much work of its author waits to be prepared. Try again in ${formatWait(seconds)}.</p></main></body></html>`;
}

function problemPage(problems: Problem[], runtime: string): string {
  const items = problems.map((problem) => `<li>${escapeHtml(describeProblem(problem))}</li>`);
  return `<!doctype html>${runtime}<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>This project does not compile</title><style>${noticeStyle}</style></head><body><main><h1>This project does not compile</h1><ul>${items.join('')}</ul></main></body></html>`;
}

/** Shown in a tab that opens an address of user code directly. Explains the address, and runs nothing. */
export function noticePage(projectUrl: string | null): string {
  const link = projectUrl
    ? `<p><a href="${projectUrl}" rel="noopener">Open the project in CodeStudio</a></p>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>A project preview</title><style>${noticeStyle}</style></head><body><main><h1>This address runs a user’s code</h1><p>It belongs to the preview of a project made with CodeStudio and shows nothing by itself. Never enter a password here.</p>${link}</main></body></html>`;
}

const noticeStyle =
  ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(#fff,#0f131a);color:light-dark(#171c24,#e6e9ef)}main{max-width:32rem;padding:1.5rem}h1{font-size:1.25rem}a{color:light-dark(#0b62b8,#7cb0ff)}';

/** The scripts inserted before user code, and those of the page around an embed, as `frontend/sandbox` builds them. */
export interface RuntimeFiles {
  runner: string;
  rendered: string;
  embed: string;
  embedTabs: string;
  embedLive: string;
  /** For pages of other sites. */
  live: string;
}

/** Reads the scripts of the sandbox as they were built, once at the start. @throws where one is missing. */
export function readRuntimeFiles(): RuntimeFiles {
  const read = (name: string) => readFileSync(ownFile(`../../frontend/dist/sandbox/${name}.js`), 'utf8');
  return {
    runner: read('runner'),
    rendered: read('rendered'),
    embed: read('embed-frame'),
    embedTabs: read('embed-tabs'),
    embedLive: read('embed-live'),
    live: read('live'),
  };
}

/** The runtime as an element. It reads its attribute and removes itself from the page. */
export function runtimeElement(script: string, hosts: string[]): string {
  return `<script data-hosts="${hosts.join(' ')}">${script.replaceAll('</script', '<\\/script')}</script>`;
}
