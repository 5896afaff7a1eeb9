import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SourceLanguage } from '../source.js';

/** SPEC 5: the title lower-cased, everything but letters and digits replaced, so that it is safe in any file name. */
export function fileStem(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]/g, '_') || 'untitled';
}

/** The ending that says what a pane of a project is written in. */
export function fileEnding(language: SourceLanguage, config: FrameworkConfig): string {
  if (language === 'html') return 'html';
  if (language === 'css') {
    return config.cssFramework === 'sass' || config.cssFramework === 'scss' ? 'scss' : 'css';
  }
  if (isSingleFileComponent(config)) return 'vue';
  return (config.typescript ? 'ts' : 'js') + (config.framework === 'react' ? 'x' : '');
}

/** True where the JavaScript pane is a Vue component with template, script and style. */
export function isSingleFileComponent(config: FrameworkConfig): boolean {
  return config.framework === 'vue' && config.vueSfc;
}
