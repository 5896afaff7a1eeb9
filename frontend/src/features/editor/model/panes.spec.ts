import { defaultFrameworkConfig, type FrameworkConfig } from '@studio/contract/http/frameworks';
import { sourceFiles } from './panes.ts';

const filesOf = (part: Partial<FrameworkConfig>) => {
  const { css, js } = sourceFiles({ ...defaultFrameworkConfig, ...part });
  return [css.name, css.language, js.name, js.language];
};

describe('the files of a project', () => {
  test('are plain styles and a plain script where nothing is chosen', () => {
    expect(filesOf({})).toEqual(['style.css', 'css', 'script.js', 'javascript']);
  });

  test('are SCSS for Sass and SCSS, which both take its syntax', () => {
    for (const cssFramework of ['sass', 'scss'] as const) {
      expect(filesOf({ cssFramework }).slice(0, 2)).toEqual(['style.scss', 'scss']);
    }
  });

  test('are Markdown and Less where these are chosen', () => {
    const { html, css } = sourceFiles({
      ...defaultFrameworkConfig,
      htmlLanguage: 'markdown',
      cssLanguage: 'less',
    });
    expect([html.name, html.language, css.name, css.language]).toEqual([
      'index.md',
      'markdown',
      'style.less',
      'less',
    ]);
  });

  test('are Pug where that is chosen', () => {
    const { html } = sourceFiles({ ...defaultFrameworkConfig, htmlLanguage: 'pug' });
    expect([html.name, html.language, html.tag]).toEqual(['index.pug', 'pug', 'Pug']);
  });

  test('have JSX for React alone: elsewhere a type parameter may stand where a tag would', () => {
    expect(filesOf({ framework: 'react' }).slice(2)).toEqual(['script.jsx', 'javascript']);
    expect(filesOf({ framework: 'react', typescript: true }).slice(2)).toEqual(['script.tsx', 'typescript']);
    expect(filesOf({ typescript: true }).slice(2)).toEqual(['script.ts', 'typescript']);
    expect(filesOf({ framework: 'vue', typescript: true }).slice(2)).toEqual(['script.ts', 'typescript']);
  });

  test('are read like HTML for single-file components of Vue, and of Vue alone', () => {
    expect(filesOf({ framework: 'vue', vueSfc: true, typescript: true }).slice(2)).toEqual([
      'script.vue',
      'html',
    ]);
    expect(filesOf({ framework: 'react', vueSfc: true }).slice(2)).toEqual(['script.jsx', 'javascript']);
  });
});
