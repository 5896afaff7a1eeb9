import type { FrameworkConfig } from '@studio/contract/http/frameworks';

/** How two configurations differ, in words: `Framework: React 18 → Vue 3`. What plays no part in either is left out. */
export function frameworkFacts(one: FrameworkConfig, other: FrameworkConfig) {
  return [
    { label: 'Framework', from: frameworkName(one), to: frameworkName(other) },
    { label: 'CSS', from: styles[one.cssFramework], to: styles[other.cssFramework] },
    { label: 'TypeScript', from: onOrOff(one.typescript), to: onOrOff(other.typescript) },
    { label: 'Build tool', from: buildTools[one.buildTool], to: buildTools[other.buildTool] },
  ].filter(({ from, to }) => from !== to);
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

const buildTools: Record<FrameworkConfig['buildTool'], string> = { default: 'Default', vite: 'Vite' };

function onOrOff(value: boolean): string {
  return value ? 'on' : 'off';
}
