import type { FrameworkConfig } from '@studio/contract/http/frameworks';

/** The language of the CSS pane; Sass and Tailwind determine it themselves. */
export function stylesLanguage({ cssFramework, cssLanguage }: FrameworkConfig): 'css' | 'scss' | 'less' {
  if (cssFramework === 'sass' || cssFramework === 'scss') return 'scss';
  return cssFramework === 'tailwind' ? 'css' : (cssLanguage ?? 'css');
}
