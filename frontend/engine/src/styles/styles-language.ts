import type { FrameworkConfig } from '@studio/contract/http/frameworks';

/** What the CSS pane is written in: Sass and Tailwind decide that themselves. */
export function stylesLanguage({ cssFramework, cssLanguage }: FrameworkConfig): 'css' | 'scss' | 'less' {
  if (cssFramework === 'sass' || cssFramework === 'scss') return 'scss';
  return cssFramework === 'tailwind' ? 'css' : (cssLanguage ?? 'css');
}
