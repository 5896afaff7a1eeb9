import type { Problem } from '../problem.js';

/** The project's own styles as a browser takes them. `css` is null where an error keeps them from being made. */
export interface CompiledStyles {
  css: string | null;
  problems: Problem[];
}
