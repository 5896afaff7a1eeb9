import { escapeScript, toHtml } from '../build-document.js';
import { type CompileTarget, compile } from '../compile.js';
import { problemScript } from '../problem.js';
import type { Source } from '../source.js';

/** Where a page on its own gets what the studio does not put into it. */
export interface StandaloneSurroundings {
  /** MODULE_CDN of the studio; null: the public one. */
  moduleCdn: string | null;
  /** The text of a file under `/lib` that has no public address. */
  readLibrary(path: string): Promise<string>;
}

const publicModules = 'https://esm.sh';

/** The project as one page that opens anywhere, from a folder too. What an error keeps out of it, its console says. */
export async function standalonePage(source: Source, surroundings: StandaloneSurroundings): Promise<string> {
  const target: CompileTarget = {
    mode: 'production',
    libraries: 'cdn',
    moduleCdn: surroundings.moduleCdn ?? publicModules,
    checkLoops: false,
  };
  const { document, problems } = await compile(source, target);
  const { contentStart } = document;
  const html = toHtml(document);
  const page = html.slice(0, contentStart) + problemScript(problems) + html.slice(contentStart);
  return withLibraries(page, surroundings);
}

const localScript = /<script src="(\/lib\/[^"]+)"><\/script>/g;

async function withLibraries(html: string, { readLibrary }: StandaloneSurroundings): Promise<string> {
  const paths = [...new Set([...html.matchAll(localScript)].map(([, path]) => path ?? ''))];
  const texts = new Map(
    await Promise.all(paths.map(async (path) => [path, await readLibrary(path)] as const)),
  );
  return html.replace(
    localScript,
    (_tag, path: string) => `<script>${escapeScript(texts.get(path) ?? '')}</script>`,
  );
}
