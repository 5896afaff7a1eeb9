/** The pane for each language of a fence, by the name in its class `lang-*` or `language-*`. */
export const fencePanes = {
  html: 'html',
  css: 'css',
  scss: 'css',
  js: 'js',
  javascript: 'js',
  ts: 'js',
  typescript: 'js',
  jsx: 'js',
  tsx: 'js',
  vue: 'js',
} as const;
export type FenceLanguage = keyof typeof fencePanes;

/** A block of code in a post. */
export interface Fence {
  language: FenceLanguage;
  code: string;
}
