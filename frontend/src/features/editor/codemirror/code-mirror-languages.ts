import { css, cssLanguage } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import type { Extension } from '@codemirror/state';
import { codeColors, styleSheetColors } from './colors.ts';

/** How a file of each ending is read. HTML knows the styles and scripts in it; what few projects need comes when they do. */
const languages: Record<string, () => Extension | Promise<Extension>> = {
  html: () => [html(), styleSheetColors(cssLanguage)],
  css: () => [css(), styleSheetColors(cssLanguage)],
  async scss() {
    const { sass, sassLanguage } = await import('@codemirror/lang-sass');
    return [sass(), styleSheetColors(sassLanguage)];
  },
  js: () => javascript(),
  jsx: () => javascript({ jsx: true }),
  ts: () => javascript({ typescript: true }),
  tsx: () => javascript({ jsx: true, typescript: true }),
  async vue() {
    const { vue } = await import('@codemirror/lang-vue');
    return [vue(), styleSheetColors(cssLanguage)];
  },
};

/** The grammar of a file with its colours, as the ending of its name says; without one where it cannot be fetched. */
export async function languageOf(name: string): Promise<Extension> {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  try {
    return [codeColors, (await languages[ending]?.()) ?? []];
  } catch (error) {
    console.warn('The colours of a language could not be loaded.', error);
    return [];
  }
}
