import { previewSandbox } from './sandbox-frame.js';

/** The parameters of an embed's address: `?tabs=html,css,js,result&theme=dark|light|auto&run=click`. */
export const embedTabs = ['html', 'css', 'js', 'result'] as const;
export type EmbedTab = (typeof embedTabs)[number];

/** `auto` follows the reader's system. */
export const embedThemes = ['auto', 'dark', 'light'] as const;
export type EmbedTheme = (typeof embedThemes)[number];

/** The sandbox of an embed's project, which may open windows, too (specification: Embed page). */
export const embedSandbox = `${previewSandbox} allow-popups`;

/** The text of an embed whose project does not exist or may not be embedded (specification: Embed page). */
export const embedGone = {
  title: 'Project Not Available',
  text: 'Project not found or not accessible for embedding',
} as const;
