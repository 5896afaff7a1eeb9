import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../../../frontend', import.meta.url));

/** A module of `frontend/src/testing` as a page. `files`: contents by path below `/bench/`. */
export interface BuiltPage {
  html: string;
  files: ReadonlyMap<string, Buffer>;
}

/** Removes the app's code splitting, which fits the order in which the app starts and not these pages. */
const inItsOwnPieces: Plugin = {
  name: 'in-its-own-pieces',
  config({ build: { rolldownOptions } = {} }) {
    const output = rolldownOptions?.output;
    if (output && !Array.isArray(output)) delete output.codeSplitting;
  },
};

/** Builds a page with the settings of the studio's own page. */
export async function buildPage(name: 'preview-bench' | 'bare-editors'): Promise<BuiltPage> {
  const built = await build({
    root,
    base: '/bench/',
    logLevel: 'error',
    plugins: [inItsOwnPieces],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: `src/testing/${name}.ts`, output: { entryFileNames: 'entry.js' } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`${name} was not built`);
  const files = new Map(
    output.output.map((file) => [
      `/bench/${file.fileName}`,
      Buffer.from('code' in file ? file.code : file.source),
    ]),
  );
  const styles = [...files.keys()].filter((path) => path.endsWith('.css'));
  const links = styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('');
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title>${links}</head><body style="margin:0"><script type="module" src="/bench/entry.js"></script></body></html>`,
    files,
  };
}

export function contentType(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript';
  return path.endsWith('.css') ? 'text/css' : 'font/ttf';
}
