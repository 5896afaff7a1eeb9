import type { SourceLanguage, Sources } from '@studio/engine/source';
import { createLiveText, type LiveText } from './live-text.ts';
import { panes } from './panes.ts';

/** The three live texts of the open document. */
export interface LiveSources {
  texts: Record<SourceLanguage, LiveText>;
  /** The owner's state: which document is open and what it says. Where another document says something else, undo begins anew. */
  receive(documentKey: string, sources: Sources): void;
}

export function createLiveSources(documentKey: string, sources: Sources): LiveSources {
  const texts = {
    html: createLiveText(sources.html),
    css: createLiveText(sources.css),
    js: createLiveText(sources.js),
  };
  let openKey = documentKey;

  return {
    texts,
    receive(key, next) {
      const same = key === openKey;
      openKey = key;
      for (const { language } of panes) {
        if (same) texts[language].receive(next[language]);
        else texts[language].replace(next[language]);
      }
    },
  };
}
