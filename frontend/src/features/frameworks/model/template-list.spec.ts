import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Template } from '@studio/contract/http/templates';
import { findTemplates } from './template-list.ts';

const config = (part: Partial<FrameworkConfig>): FrameworkConfig => ({ ...defaultFrameworkConfig, ...part });
const template = (name: string, description: string, part: Partial<FrameworkConfig> = {}): Template => ({
  id: name,
  name,
  description,
  html: '',
  css: '',
  js: '',
  frameworkConfig: config(part),
});
const all = {
  vanilla: [template('Landing page', 'A page with a form.'), template('Clock', 'Time in a canvas.')],
  react: [template('Todo list', 'Hooks and a form.', { framework: 'react', cssFramework: 'tailwind' })],
  vue: [template('Counter', 'A component.', { framework: 'vue' })],
  vite: [template('Modules', 'Imports.', { buildTool: 'vite' })],
};
const found = (search: string, part: Partial<FrameworkConfig> = {}) =>
  findTemplates(all, search, config(part)).map(({ group, templates }) => [
    group,
    ...templates.map(({ name }) => name),
  ]);

test.each<[string, Partial<FrameworkConfig>, string[]]>([
  ['vanilla', {}, ['vanilla', 'react', 'vue', 'vite']],
  ['React', { framework: 'react' }, ['react', 'vanilla', 'vue', 'vite']],
  ['Vue with Vite', { framework: 'vue', buildTool: 'vite' }, ['vue', 'vanilla', 'react', 'vite']],
  ['Vite alone', { buildTool: 'vite' }, ['vite', 'vanilla', 'react', 'vue']],
])('the templates of the chosen framework come first: %s', (_, part, groups) => {
  expect(found('', part).map(([group]) => group)).toEqual(groups);
});

test('every searched word has to occur: in the name, the description or what a template uses', () => {
  expect(found(' FORM ')).toEqual([
    ['vanilla', 'Landing page'],
    ['react', 'Todo list'],
  ]);
  expect(found('tailwind list')).toEqual([['react', 'Todo list']]);
  expect(found('form canvas')).toEqual([]);
});
