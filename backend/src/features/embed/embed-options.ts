export const embedTabs = ['html', 'css', 'js', 'result'] as const;
export type EmbedTab = (typeof embedTabs)[number];

const themes = ['dark', 'light', 'auto'] as const;

/** What the address of an embed asks for. */
export interface EmbedOptions {
  /** In this order, the first one chosen; empty: the result alone, with no tabs. */
  tabs: EmbedTab[];
  theme: (typeof themes)[number];
  /** Nothing of the project is loaded before somebody presses Run. */
  runOnClick: boolean;
}

/** `?tabs=html,css,js,result&theme=dark|light|auto&run=click`; whatever else stands there is ignored. */
export function readEmbedOptions(query: Record<string, unknown>): EmbedOptions {
  const asked = new Set(String(query['tabs'] ?? '').split(','));
  return {
    tabs: [...asked].filter((tab): tab is EmbedTab => (embedTabs as readonly string[]).includes(tab)),
    theme: themes.find((theme) => theme === query['theme']) ?? 'auto',
    runOnClick: query['run'] === 'click',
  };
}
