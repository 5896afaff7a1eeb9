import { type BuiltDocument, buildDocument } from './build-document.js';
import type { Problem } from './problem.js';
import type { Source } from './source.js';
import { compileStyles } from './styles/compile-styles.js';

/** What decides, beside the project itself, how its page comes out. */
export interface CompileTarget {
  /** `development`: libraries that explain a mistake, as the editor's preview wants them; `production`: small and fast. */
  mode: 'development' | 'production';
  /** `local`: from `/lib` of the origin that the page stands on; `cdn`: from the public networks (LIBRARY_SOURCE). */
  libraries: 'local' | 'cdn';
  /** Where bare imports that the studio does not carry come from (MODULE_CDN); null: nowhere. */
  moduleCdn: string | null;
  /** Loops count their turns and tell the runtime, which ends those that never would. */
  guardLoops: boolean;
}

/** `document` is null where an error keeps the project from becoming a page. */
export interface Compiled {
  document: BuiltDocument | null;
  problems: Problem[];
}

/** Turns a project into a page. Mistakes of its author come back as problems; it throws for a fault of ours alone. */
export async function compile(source: Source, _target: CompileTarget): Promise<Compiled> {
  const { css, problems } = await compileStyles(source);
  const isBroken = problems.some(({ severity }) => severity === 'error');
  return { document: isBroken ? null : buildDocument({ ...source, css }), problems };
}
