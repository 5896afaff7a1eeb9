import type { Problem } from '../problem.js';
import type { Source } from '../source.js';

/** The input for compiling styles. */
export interface StylesInput extends Source {
  /** Classes of the page that no source contains. */
  classes: readonly string[];
}

/** The project's own styles as CSS. `css` is null if they have an error. */
export interface CompiledStyles {
  css: string | null;
  problems: Problem[];
}
