import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SourceLanguage } from '@studio/engine/source';

/** Two texts of one source, each with what it is called, and how they are shown. */
export interface CodePair {
  language: SourceLanguage;
  frameworkConfig: FrameworkConfig;
  before: { name: string; text: string };
  after: { name: string; text: string };
  theme: 'dark' | 'light';
  /** CSS pixels. */
  fontSize: number;
}
