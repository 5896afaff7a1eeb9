import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { bidiIsolate } from './bidi-isolate.ts';

/** How a project is compiled and what it loads from elsewhere, in words; always the same labels. Without its packages. */
export function frameworkFacts(config: FrameworkConfig): { label: string; value: string }[] {
  const { cssFramework, typescript, htmlLanguage = 'html', cssLanguage = 'none', buildTool } = config;
  return [
    { label: 'Framework', value: frameworkName(config) },
    { label: 'CSS', value: styles[cssFramework] },
    { label: 'TypeScript', value: typescript ? 'on' : 'off' },
    { label: 'HTML Preprocessor', value: htmlLanguages[htmlLanguage] },
    { label: 'CSS Preprocessor', value: cssLanguages[cssLanguage] },
    { label: 'Build tool', value: buildTools[buildTool] },
    { label: 'External resources', value: resourceList(config) },
  ];
}

function frameworkName({ framework, frameworkVersion, vueSfc }: FrameworkConfig): string {
  switch (framework) {
    case 'vanilla':
      return 'Vanilla JS';
    case 'react':
      return `React ${frameworkVersion}`;
    case 'vue':
      return vueSfc ? 'Vue 3 (single-file components)' : 'Vue 3';
  }
}

const styles: Record<FrameworkConfig['cssFramework'], string> = {
  none: 'plain',
  tailwind: 'Tailwind',
  bootstrap: 'Bootstrap',
  bulma: 'Bulma',
  sass: 'Sass',
  scss: 'SCSS',
};

const htmlLanguages: Record<NonNullable<FrameworkConfig['htmlLanguage']> | 'html', string> = {
  html: 'none',
  markdown: 'Markdown',
  pug: 'Pug',
};

const cssLanguages: Record<NonNullable<FrameworkConfig['cssLanguage']> | 'none', string> = {
  none: 'none',
  less: 'Less',
};

const buildTools: Record<FrameworkConfig['buildTool'], string> = { default: 'Default', vite: 'Vite' };

function resourceList({ resources = [] }: FrameworkConfig): string {
  return resources.map(({ kind, url }) => `${kind} ${bidiIsolate(url)}`).join(', ');
}
