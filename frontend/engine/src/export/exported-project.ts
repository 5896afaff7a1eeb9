import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { PackageDependencies } from '@studio/contract/packages/package-routes';
import type { Source, SourceLanguage } from '../source.js';
import { stylesLanguage } from '../styles/styles-language.js';

/** A project to be exported. */
export interface ExportedProject extends Source {
  title: string;
  /** The exact versions of what its packages depend on. */
  dependencies?: PackageDependencies;
  /** The packages of which the studio does not know what they depend on. */
  unlocked?: readonly string[];
}

/** A file of the package, with its description for the README. */
export interface PackageFile {
  path: string;
  text: string;
  note: string;
}

/** In UTF-16 units: at most 240 bytes, which leaves room for an ending in the 255 that file systems allow. */
const maxStemLength = 80;

/**
 * The title lower-cased, with an underscore for each character that is not a letter or digit of any script; `untitled`
 * without any of them (specification: Export).
 */
export function fileStem(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '_');
  const stem = words.slice(0, maxStemLength).replace(/[\ud800-\udbff]$/, '');
  return /[\p{L}\p{N}]/u.test(stem) ? stem : 'untitled';
}

/** A valid npm package name: like `fileStem`, reduced to plain letters. */
export function npmNameOf(title: string): string {
  const plain = fileStem(title).normalize('NFD').replace(/\p{M}/gu, '');
  return plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '') || 'project';
}

const htmlEndings = { html: 'html', markdown: 'md', pug: 'pug' };

/** The file extension for the language of a pane. */
export function fileEnding(language: SourceLanguage, config: FrameworkConfig): string {
  if (language === 'html') return htmlEndings[config.htmlLanguage ?? 'html'];
  if (language === 'css') return stylesLanguage(config);
  if (isSingleFileComponent(config)) return 'vue';
  return (config.typescript ? 'ts' : 'js') + (config.framework === 'react' ? 'x' : '');
}

/** True where the JavaScript pane is a Vue component with template, script and style. */
export function isSingleFileComponent(config: FrameworkConfig): boolean {
  return config.framework === 'vue' && config.vueSfc;
}
