import { previewSandbox } from './sandbox-frame.js';

export const embedTabs = ['html', 'css', 'js', 'result'] as const;
export type EmbedTab = (typeof embedTabs)[number];

/** `auto` follows the reader's system. */
export const embedThemes = ['auto', 'dark', 'light'] as const;
export type EmbedTheme = (typeof embedThemes)[number];

/** The embed of a project, `{id}`, or of a published version, `{id}@{rev}`. */
export const embedPath = (key: string) => `/embed/${key}`;
/** The embed of a project by link. */
export const linkEmbedPath = (secret: string) => `/s/${secret}/embed`;
/** Where an open embed at this path asks whether it may stay. */
export const embedStatusPath = (embed: string) => `${embed}/status`;
/** The page that runs code in posts. */
export const liveBlockPath = '/embed/new';

/** The options of an embed, in the query of its address. */
export interface EmbedOptions {
  /** In this order, the first one selected; empty: only the result, without tabs. */
  tabs: EmbedTab[];
  theme: EmbedTheme;
  /** Whether nothing of the project is loaded before the reader presses Run. */
  runOnClick: boolean;
}

/** The shortest query with these options, so that equivalent addresses are equal; empty for the defaults. */
export function embedQuery({ tabs, theme, runOnClick }: EmbedOptions): string {
  const options = [
    tabs.length > 0 && `tabs=${tabs.join(',')}`,
    theme !== 'auto' && `theme=${theme}`,
    runOnClick && 'run=click',
  ];
  return options.filter((option) => option !== false).join('&');
}

/** Reads `?tabs=html,css,js,result&theme=dark|light|auto&run=click`; anything else is ignored. */
export function readEmbedOptions(query: Record<string, unknown>): EmbedOptions {
  const asked = new Set([query['tabs']].flat().join(',').split(','));
  return {
    tabs: [...asked].filter((tab): tab is EmbedTab => (embedTabs as readonly string[]).includes(tab)),
    theme: embedThemes.find((theme) => theme === query['theme']) ?? 'auto',
    runOnClick: query['run'] === 'click',
  };
}

/** The sandbox of an embed's project, which may open windows, too (specification: Embed page). */
export const embedSandbox = `${previewSandbox} allow-popups`;

/**
 * The text of an embed whose project does not exist or may not be embedded (specification: Embed page). An open embed
 * ends where its status is the title.
 */
export const embedGone = {
  title: 'Project Not Available',
  text: 'Project not found or not accessible for embedding',
} as const;
