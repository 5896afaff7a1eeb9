import type { Problem } from '../problem.js';
import type { Source } from '../source.js';

/** The project's own styles as a browser takes them. `css` is empty where an error keeps them from being made. */
export interface CompiledStyles {
  css: string;
  problems: Problem[];
}

/**
 * Compiles the CSS pane as the project's CSS framework asks (SPEC 3): `sass` and `scss` both take SCSS (CONTRACT 4),
 * `tailwind` reads its classes from all three sources, all else is CSS already. Mistakes come back as problems.
 */
export async function compileStyles(source: Source): Promise<CompiledStyles> {
  switch (source.frameworkConfig.cssFramework) {
    case 'sass':
    case 'scss': {
      const { compileScss } = await import('./compile-scss.js');
      return compileScss(source.css);
    }
    case 'tailwind': {
      const { compileTailwind } = await import('./compile-tailwind.js');
      return compileTailwind(source);
    }
    case 'none':
    case 'bootstrap':
    case 'bulma':
      return { css: source.css, problems: [] };
  }
}
