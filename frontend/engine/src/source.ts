import type { FrameworkConfig } from '@studio/contract/http/frameworks';

/** The three texts a person writes. */
export interface Sources {
  html: string;
  css: string;
  js: string;
}

export type SourceLanguage = keyof Sources;

/** Everything that determines how a project looks and runs. */
export interface Source extends Sources {
  frameworkConfig: FrameworkConfig;
}
