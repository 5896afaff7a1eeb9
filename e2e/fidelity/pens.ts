import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { ExportedProject } from '@studio/engine/export/exported-project';
import { corpusProjects } from '../fixtures/corpus.ts';

/** A small project that must be the same everywhere. Its title is unique. */
export interface Pen {
  group: string;
  project: ExportedProject;
}

const folder = fileURLToPath(new URL('./pens', import.meta.url));

/** The projects of `e2e/corpus` and the pens of `e2e/fidelity/pens`, one file per group. */
export function allPens(): Pen[] {
  const corpus = corpusProjects().map((project) => ({ group: 'corpus', project }));
  const files = readdirSync(folder).toSorted();
  return [...corpus, ...files.flatMap((file) => readPens(readFileSync(`${folder}/${file}`, 'utf8'), file))];
}

/** The language of a code block determines the pane and part of the configuration. */
const panes: Record<string, { pane: 'html' | 'css' | 'js'; config?: Partial<FrameworkConfig> }> = {
  html: { pane: 'html' },
  pug: { pane: 'html', config: { htmlLanguage: 'pug' } },
  markdown: { pane: 'html', config: { htmlLanguage: 'markdown' } },
  css: { pane: 'css' },
  scss: { pane: 'css', config: { cssFramework: 'scss' } },
  less: { pane: 'css', config: { cssLanguage: 'less' } },
  js: { pane: 'js' },
  ts: { pane: 'js', config: { typescript: true } },
  jsx: { pane: 'js', config: { framework: 'react', frameworkVersion: 18 } },
  tsx: { pane: 'js', config: { framework: 'react', frameworkVersion: 18, typescript: true } },
  vue: { pane: 'js', config: { framework: 'vue', vueSfc: true } },
};

/** Reads a file with a heading per pen, followed by its non-default settings and its code. */
function readPens(markdown: string, file: string): Pen[] {
  const group = file.replace('.md', '');
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [name = ''] = section.split('\n', 1);
      const sources = { html: '', css: '', js: '' };
      let config: Partial<FrameworkConfig> = {};
      for (const [, language = '', code = ''] of section.matchAll(/^```(\w+)\n([^]*?)\n```$/gm)) {
        const place = panes[language];
        if (!place) throw new Error(`${file}: ${name} has code in "${language}"`);
        sources[place.pane] = code;
        config = { ...config, ...place.config };
      }
      const [, settings = '{}'] = /^`(\{.*\})`$/m.exec(section) ?? [];
      config = { ...config, ...(JSON.parse(settings) as Partial<FrameworkConfig>) };
      return {
        group,
        project: { title: `${group}: ${name}`, ...sources, frameworkConfig: FrameworkConfig.parse(config) },
      };
    });
}
