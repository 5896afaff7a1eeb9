import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SourceLanguage } from '@studio/engine/source';
import { stylesLanguage } from '@studio/engine/styles/styles-language';

/** One of the three panes of the workspace. */
export interface Pane {
  language: SourceLanguage;
  label: string;
  /** The name of the text box (specification: Accessibility). */
  name: string;
  /** Share of the editor group in per cent while all three are shown (specification: Layout). */
  share: number;
}

/** The panes from top to bottom. */
export const panes: readonly Pane[] = [
  { language: 'html', label: 'HTML', name: 'HTML editor', share: 40 },
  { language: 'css', label: 'CSS', name: 'CSS editor', share: 30 },
  { language: 'js', label: 'JavaScript', name: 'JavaScript editor', share: 30 },
];

/** One of the three texts as a file of its project. */
export interface SourceFile {
  /** Its extension determines the grammar in the editor. */
  name: string;
  /** The name of its language in Monaco. */
  language: 'html' | 'markdown' | 'pug' | 'css' | 'scss' | 'less' | 'javascript' | 'typescript';
  /** Shown in the header if the label is ambiguous: `TSX`, `SCSS`. */
  tag: string | null;
}

export type SourceFiles = Record<SourceLanguage, SourceFile>;

/** The three texts as files, for a configuration. */
export function sourceFiles(config: FrameworkConfig): SourceFiles {
  return {
    html: markupFile(config),
    css: styleFile(config),
    js: scriptFile(config),
  };
}

function markupFile({ htmlLanguage }: FrameworkConfig): SourceFile {
  switch (htmlLanguage) {
    case 'markdown':
      return { name: 'index.md', language: 'markdown', tag: 'Markdown' };
    case 'pug':
      return { name: 'index.pug', language: 'pug', tag: 'Pug' };
    case undefined:
      return { name: 'index.html', language: 'html', tag: null };
  }
}

function styleFile(config: FrameworkConfig): SourceFile {
  const language = stylesLanguage(config);
  switch (language) {
    case 'scss':
      return { name: 'style.scss', language, tag: 'SCSS' };
    case 'less':
      return { name: 'style.less', language, tag: 'Less' };
    case 'css':
      return { name: 'style.css', language, tag: config.cssFramework === 'tailwind' ? 'Tailwind' : null };
  }
}

function scriptFile({ framework, typescript, vueSfc }: FrameworkConfig): SourceFile {
  if (framework === 'vue' && vueSfc) return { name: 'script.vue', language: 'html', tag: 'SFC' };
  const isReact = framework === 'react';
  if (typescript)
    return {
      name: isReact ? 'script.tsx' : 'script.ts',
      language: 'typescript',
      tag: isReact ? 'TSX' : 'TS',
    };
  return { name: isReact ? 'script.jsx' : 'script.js', language: 'javascript', tag: isReact ? 'JSX' : null };
}
