import { escapeScript, toHtml } from '../build-document.js';
import { type CompileTarget, compile } from '../compile.js';
import type { Problem } from '../problem.js';
import type { Source } from '../source.js';

/** Where a page on its own gets what the studio does not put into it. */
export interface StandaloneSurroundings {
  /** MODULE_CDN of the studio; null: the public one. */
  moduleCdn: string | null;
  /** The text of a file under `/lib` that has no public address. */
  readLibrary(path: string): Promise<string>;
}

const publicModules = 'https://esm.sh';

/** The project as one page that opens anywhere, from a folder too; where it does not compile, a page that says why. */
export async function standalonePage(source: Source, surroundings: StandaloneSurroundings): Promise<string> {
  const target: CompileTarget = {
    mode: 'production',
    libraries: 'cdn',
    moduleCdn: surroundings.moduleCdn ?? publicModules,
    guardLoops: false,
  };
  const { document, problems } = await compile(source, target);
  return document ? withLibraries(toHtml(document), surroundings) : problemPage(problems);
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

const paneNames = { html: 'HTML', css: 'CSS', js: 'JavaScript' };

function problemPage(problems: Problem[]): string {
  const lines = problems
    .filter(({ severity }) => severity === 'error')
    .map(
      ({ language, line, message }) =>
        `<li>${paneNames[language]}, line ${line}: ${escapeText(message)}</li>`,
    );
  return `<!doctype html><meta charset="utf-8"><title>This project has mistakes</title><h1>This project has mistakes</h1><ul>${lines.join('')}</ul>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
