import type { CompiledStyles, StylesInput } from './compiled-styles.js';
import { lateImports } from './late-imports.js';
import { stylesLanguage } from './styles-language.js';
import { tagsInStyles } from './tags-in-styles.js';
import { tailwindNotChosen } from './tailwind-not-chosen.js';

/**
 * Compiles the CSS pane (specification: Preview). Tailwind reads its classes from all three sources and from `classes`.
 * Returns mistakes as problems.
 */
export async function compileStyles(source: StylesInput): Promise<CompiledStyles> {
  const { css, frameworkConfig } = source;
  if (frameworkConfig.cssFramework === 'tailwind') {
    const { compileTailwind } = await import('./compile-tailwind.js');
    return compileTailwind(source);
  }
  if (css.trim() === '') return { css, problems: [] };
  switch (stylesLanguage(frameworkConfig)) {
    case 'scss': {
      const { compileScss } = await import('./compile-scss.js');
      return compileScss(css);
    }
    case 'less': {
      const { compileLess } = await import('./compile-less.js');
      return compileLess(css);
    }
    case 'css': {
      const otherLanguage = [...tagsInStyles(css), ...tailwindNotChosen(css)];
      return { css, problems: otherLanguage.length > 0 ? otherLanguage : lateImports(css) };
    }
  }
}
