import type { SourceLanguage, Sources } from '@studio/engine/source';
import { createLiveText, type LiveText } from './live-text.ts';

/** The three live texts of the open document. */
export interface LiveSources {
  texts: Record<SourceLanguage, LiveText>;
  /** The owner's state: which document is open and what it says. Another document begins with empty undo stacks. */
  receive(documentKey: string, sources: Sources): void;
}

const languages = ['html', 'css', 'js'] as const;

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
      // A new project gets another key at its first save; its texts tell that it is still the same one.
      const same = key === openKey || languages.every((language) => texts[language].knows(next[language]));
      openKey = key;
      for (const language of languages) {
        if (same) texts[language].receive(next[language]);
        else texts[language].replace(next[language]);
      }
    },
  };
}
