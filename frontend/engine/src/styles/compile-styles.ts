import type { CompiledStyles, StylesInput } from './compiled-styles.js';
import { stylesLanguage } from './styles-language.js';

/**
 * Compiles the CSS pane for the project's CSS framework (specification: Preview): `sass` and `scss` both mean SCSS,
 * `tailwind` reads its classes from all three sources and from `classes`; anything else is Less or CSS. Returns
 * mistakes as problems.
 */
export async function compileStyles(source: StylesInput): Promise<CompiledStyles> {
  switch (source.frameworkConfig.cssFramework) {
    case 'sass':
    case 'scss': {
      if (source.css.trim() === '') return { css: '', problems: [] };
      const { compileScss } = await import('./compile-scss.js');
      return compileScss(source.css);
    }
    case 'tailwind': {
      const { compileTailwind } = await import('./compile-tailwind.js');
      return compileTailwind(source);
    }
    case 'none':
    case 'bootstrap':
    case 'bulma': {
      const isLess = stylesLanguage(source.frameworkConfig) === 'less' && source.css.trim() !== '';
      if (!isLess) return { css: source.css, problems: [] };
      const { compileLess } = await import('./compile-less.js');
      return compileLess(source.css);
    }
  }
}
