import type { EmbedTheme } from './embed.js';
import { type Fence, fencePanes } from './fences.js';
import { type NewProjectResult, readNewProject } from './new-project.js';

/** The tabs that a live block may show, if they have content: `data-tabs`. */
export const liveTabs = ['html', 'css', 'js', 'result', 'console'] as const;
export type LiveTab = (typeof liveTabs)[number];

/** The code of a block as edited by the reader. */
export interface EditedSources {
  html: string;
  css: string;
  js: string;
}

/** The page at `/embed/new` → the post. Transfers the port for `OpenLiveBlock` and `LiveBlockMessage`. */
export interface WaitingLiveBlock {
  type: 'codestudio:waiting';
}

/** The post → the page, through the port. */
export interface OpenLiveBlock {
  fences: Fence[];
  /** The last edited sources that the page reported; null at the first Run. */
  edited: EditedSources | null;
  theme: EmbedTheme;
  /** Comma list of `LiveTab`; empty: all. */
  tabs: string;
}

/** The page → the post, through the port. */
export type LiveBlockMessage = { type: 'ready' } | { type: 'edited'; sources: EditedSources };

/** Code that calls `ReactDOM.render`, the API before React 18, gets React 17. */
const rendersAsReact17 = /\bReactDOM\s*\.\s*render\s*\(/;

/** The project of neighbouring fences, or a message why they are not one. */
export function projectOfFences(fences: readonly Fence[]): NewProjectResult {
  const codeOf = (pane: string) => fences.find(({ language }) => fencePanes[language] === pane);
  const [html, css, js] = ['html', 'css', 'js'].map(codeOf);
  const isReact = js?.language === 'jsx' || js?.language === 'tsx';
  const isVue = js?.language === 'vue';
  const reactVersion = rendersAsReact17.test(js?.code ?? '') ? 17 : 19;
  return readNewProject({
    html: html?.code ?? (isReact ? '<div id="root"></div>\n' : ''),
    css: css?.code ?? '',
    js: js?.code ?? '',
    frameworkConfig: {
      framework: isReact ? 'react' : isVue ? 'vue' : 'vanilla',
      cssFramework: css?.language === 'scss' ? 'scss' : 'none',
      typescript: ['ts', 'tsx', 'typescript'].includes(js?.language ?? ''),
      vueSfc: isVue,
      ...(isReact ? { frameworkVersion: reactVersion } : {}),
    },
  });
}
