import type { Problem } from '../problem.js';
import type { Source } from '../source.js';

/** What styles are made of. */
export interface StylesInput extends Source {
  /** Classes of the page that none of the sources names. */
  classes: readonly string[];
}

/** The project's own styles as a browser takes them. `css` is null where an error keeps them from being made. */
export interface CompiledStyles {
  css: string | null;
  problems: Problem[];
}
