import type { SourceLanguage } from './source.js';

/** What a compiler has to say about one of the sources. Lines and columns count from 1 and are the editor's. */
export interface Problem {
  language: SourceLanguage;
  severity: 'error' | 'warning';
  message: string;
  line: number;
  column: number;
}
