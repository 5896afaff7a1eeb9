import type { SourceLanguage, Sources } from '@studio/engine/source';
import { panes } from './panes.ts';

/** How the text came to be what it is: typed in a view, merged in from outside, or another document's. */
export type TextChange =
  | { kind: 'typed'; text: string; view: object }
  | { kind: 'merged'; text: string }
  | { kind: 'replaced'; text: string };

/**
 * One source as it stands this instant, shared by the views that show it (the light editor, Monaco).
 * The owner's state is behind by its debounces; this never is.
 */
export interface LiveText {
  read(): string;
  /** A person typed in `view`. The other views and the owner hear of it. */
  type(text: string, view: object): void;
  /** The owner's state says `text`. What was typed here and comes back late is no news. */
  receive(text: string): void;
  /** Another document's text takes the place of this one, and undo begins anew. */
  replace(text: string): void;
  /** Calls `listener` on each change; the returned function ends it. */
  subscribe(listener: (change: TextChange) => void): () => void;
}

/** Typed texts that are waited for. The owner skips most of them, so only the newest matter. */
const awaitedMost = 20;

export function createLiveText(initial: string): LiveText {
  const listeners = new Set<(change: TextChange) => void>();
  let current = initial;
  // What the owner says at present, then what was typed since and has yet to come back.
  let known = [initial];

  function change(to: TextChange): void {
    current = to.text;
    for (const listener of listeners) listener(to);
  }

  return {
    read: () => current,
    type(text, view) {
      if (text === current) return;
      known = [...known.slice(0, 1), ...known.slice(1).slice(1 - awaitedMost), text];
      change({ kind: 'typed', text, view });
    },
    receive(text) {
      const at = known.lastIndexOf(text);
      known = at === -1 ? [text] : known.slice(at);
      if (at === -1) change({ kind: 'merged', text });
    },
    replace(text) {
      known = [text];
      change({ kind: 'replaced', text });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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
      const isOther =
        key !== openKey && panes.some(({ language }) => next[language] !== texts[language].read());
      openKey = key;
      for (const { language } of panes) {
        // In a pane whose text is the same, too: undo would bring the former document's text into this one.
        if (isOther) texts[language].replace(next[language]);
        else texts[language].receive(next[language]);
      }
    },
  };
}
