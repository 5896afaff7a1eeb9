import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EmbedProject } from '@studio/contract/http/projects';
import { toHtml } from '@studio/engine/build-document';
import type { CompileTarget } from '@studio/engine/compile';
import { wasTooSlow } from '@studio/engine/compile-deadline';
import type { Problem } from '@studio/engine/problem';
import { LRUCache } from 'lru-cache';
import { CompilePool } from './compile-pool.js';

/** A stored project as a page without any runtime, or what keeps it from being one. */
export type Rendered = { html: string } | { problems: Problem[] };

/** Whether another try could end otherwise, so that nobody may keep this one. */
export function mayPass(rendered: Rendered): boolean {
  return 'problems' in rendered && rendered.problems.some(wasTooSlow);
}

/** Stored projects as pages, compiled by the same engine as in the editor: each version once. */
export interface Renderer {
  /** Changes whenever `render` may answer differently for the same version of a project. */
  readonly engineTag: string;
  /** Compiles off the main thread. @throws Error while too many projects wait. */
  render(project: EmbedProject): Promise<Rendered>;
  /** How many projects wait to be compiled. */
  waiting(): number;
  close(): Promise<void>;
}

/** What an operator decides about pages (LIBRARY_SOURCE, MODULE_CDN). */
export type RenderSettings = Pick<CompileTarget, 'libraries' | 'moduleCdn'>;

/** In characters. */
const cacheSize = 64 * 1024 * 1024;
const problemSize = 1_000;
/** Milliseconds until a project that took too long is tried again. */
const beforeNextTry = 60_000;
const engineFolder = fileURLToPath(new URL('../../../../frontend/engine', import.meta.url));

export function createRenderer(settings: RenderSettings): Renderer {
  const target: CompileTarget = { mode: 'production', guardLoops: true, ...settings };
  const pool = new CompilePool();
  const pages = new LRUCache<string, Rendered, EmbedProject>({
    maxSize: cacheSize,
    sizeCalculation: (rendered) => ('html' in rendered ? rendered.html.length + 1 : problemSize),
    fetchMethod: async (_key, _stale, { options, context: { html, css, js, frameworkConfig } }) => {
      const rendered = await compileProject({ html, css, js, frameworkConfig });
      if (mayPass(rendered)) options.ttl = beforeNextTry;
      return rendered;
    },
  });

  async function compileProject(source: Parameters<CompilePool['compile']>[0]['source']): Promise<Rendered> {
    const { document, problems } = await pool.compile({ source, target });
    return document ? { html: toHtml(document) } : { problems };
  }

  return {
    engineTag: readEngineTag(target),
    async render(project) {
      const rendered = await pages.fetch(`${project.id} ${project.version}`, { context: project });
      if (!rendered) throw new Error(`Project ${project.id} could not be rendered`);
      return rendered;
    },
    waiting: () => pool.waiting,
    close: () => pool.close(),
  };
}

/** The engine's own code, the compilers that it names by version, and the settings. */
function readEngineTag(target: CompileTarget): string {
  const hash = createHash('sha256').update(JSON.stringify(target));
  for (const file of globSync(['package.json', 'dist/*.js', 'dist/*/*.js'], { cwd: engineFolder }).toSorted())
    hash.update(readFileSync(`${engineFolder}/${file}`));
  return hash.digest('hex').slice(0, 12);
}
