import { type EmbedTab, type EmbedTheme, embedTabs, embedThemes } from '@studio/contract/embed';

/** What the address of an embed asks for. */
export interface EmbedOptions {
  /** In this order, the first one chosen; empty: the result alone, with no tabs. */
  tabs: EmbedTab[];
  theme: EmbedTheme;
  /** Nothing of the project is loaded before somebody presses Run. */
  runOnClick: boolean;
}

/** The query of the plainest address that asks for the same: one for all that do. */
export function queryOf({ tabs, theme, runOnClick }: EmbedOptions): URLSearchParams {
  return new URLSearchParams({
    ...(tabs.length > 0 ? { tabs: tabs.join(',') } : {}),
    ...(theme === 'auto' ? {} : { theme }),
    ...(runOnClick ? { run: 'click' } : {}),
  });
}

/** `?tabs=html,css,js,result&theme=dark|light|auto&run=click`; whatever else stands there is ignored. */
export function readEmbedOptions(query: Record<string, unknown>): EmbedOptions {
  const asked = new Set(String(query['tabs'] ?? '').split(','));
  return {
    tabs: [...asked].filter((tab): tab is EmbedTab => (embedTabs as readonly string[]).includes(tab)),
    theme: embedThemes.find((theme) => theme === query['theme']) ?? 'auto',
    runOnClick: query['run'] === 'click',
  };
}
