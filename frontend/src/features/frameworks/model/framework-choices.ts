import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { stylesLanguage } from '@studio/engine/styles/styles-language';
import * as texts from '../texts.ts';

/** The frameworks by name; Angular is listed and cannot be chosen (specification: Framework configuration). */
export const frameworks = [
  { value: 'vanilla', name: texts.vanilla, text: texts.vanillaText },
  { value: 'react', name: 'React', text: texts.reactText },
  { value: 'vue', name: 'Vue.js', text: texts.vueText },
  { value: 'angular', name: 'Angular', text: texts.comingSoon },
] as const;

export const cssFrameworks = [
  { value: 'none', label: texts.none },
  { value: 'tailwind', label: 'Tailwind' },
  { value: 'bootstrap', label: 'Bootstrap' },
  { value: 'bulma', label: 'Bulma' },
  { value: 'sass', label: 'Sass' },
  { value: 'scss', label: 'SCSS' },
] as const;

export const htmlLanguages = [
  { value: 'html', label: texts.none },
  { value: 'markdown', label: 'Markdown' },
  { value: 'pug', label: 'Pug' },
] as const;

export const cssLanguages = [
  { value: 'css', label: texts.none },
  { value: 'less', label: 'Less' },
] as const;

export const buildTools = [
  { value: 'default', label: 'Default' },
  { value: 'vite', label: 'Vite' },
] as const;

export const reactVersionChoices = [
  { value: '17', label: 'React 17', version: 17 },
  { value: '18', label: 'React 18', version: 18 },
  { value: '19', label: 'React 19', version: 19 },
] as const;

/** The parts of a configuration, in display order: `React 18`, `TypeScript`, `Tailwind`, `Vite`. */
export function partsOf(config: FrameworkConfig): string[] {
  const { framework, cssFramework, typescript, buildTool, frameworkVersion, vueSfc } = config;
  const name = frameworks.find(({ value }) => value === framework)?.name ?? framework;
  return [
    framework === 'react' ? `${name} ${frameworkVersion}` : name,
    ...(framework === 'vue' && vueSfc ? [texts.singleFileComponents] : []),
    ...(typescript ? [texts.typescript] : []),
    ...cssFrameworks
      .filter(({ value }) => value !== 'none' && value === cssFramework)
      .map(({ label }) => label),
    ...htmlLanguages.filter(({ value }) => value === config.htmlLanguage).map(({ label }) => label),
    ...cssLanguages
      .filter(({ value }) => value !== 'css' && value === stylesLanguage(config))
      .map(({ label }) => label),
    ...(buildTool === 'vite' ? ['Vite'] : []),
  ];
}
