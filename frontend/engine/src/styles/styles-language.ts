import type { FrameworkConfig } from '@studio/contract/http/frameworks';

/** What the CSS pane can be written in. */
export type StylesLanguage = 'css' | 'scss' | NonNullable<FrameworkConfig['cssLanguage']>;

/** The language of the CSS pane; Sass and Tailwind determine it themselves. */
export function stylesLanguage({ cssFramework, cssLanguage }: FrameworkConfig): StylesLanguage {
  if (cssFramework === 'sass' || cssFramework === 'scss') return 'scss';
  return cssFramework === 'tailwind' ? 'css' : (cssLanguage ?? 'css');
}
