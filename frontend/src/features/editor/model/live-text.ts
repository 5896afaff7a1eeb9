import type { SourceLanguage, Sources } from '@studio/engine/source';
import { panes } from './panes.ts';

/** The origin of a change: typed in a view, merged from outside, or another document's text. */
export type TextChange =
  | { kind: 'typed'; text: string; view: object }
  | { kind: 'merged'; text: string }
  | { kind: 'replaced'; text: string };

/**
 * The current text of one source, shared by the views that show it (the light editor, Monaco). The owner's state is
 * debounced and may be older.
 */
export interface LiveText {
  read(): string;
  /** The text that the document was opened with: an editor that comes later can undo what was typed since. */
  opened(): string;
  /** The user typed in `view`. Notifies the other views and the owner. */
  type(text: string, view: object): void;
  /** The owner's state is now `text`. Texts that were typed here and come back late are ignored. */
  receive(text: string): void;
  /** Replaces the text by another document's, and resets undo. */
  replace(text: string): void;
  /** Calls `listener` on each change until the returned function is called. */
  subscribe(listener: (change: TextChange) => void): () => void;
}

/** How many typed texts are expected back. The owner skips most of them, so only the newest matter. */
const awaitedMost = 20;

export function createLiveText(initial: string): LiveText {
  const listeners = new Set<(change: TextChange) => void>();
  let current = initial;
  let opened = initial;
  // The owner's present text, then the texts typed since then that have not come back.
  let known = [initial];

  function change(to: TextChange): void {
    current = to.text;
    for (const listener of listeners) listener(to);
  }

  return {
    read: () => current,
    opened: () => opened,
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
      opened = text;
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
  /**
   * The owner's state: the open document and its texts. Another document with other text, or without any, starts a new
   * undo history.
   */
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
        key !== openKey &&
        (panes.every(({ language }) => next[language] === '') ||
          panes.some(({ language }) => next[language] !== texts[language].read()));
      openKey = key;
      for (const { language } of panes) {
        // In a pane whose text is the same, too: undo would bring the former document's text into this one.
        if (isOther) texts[language].replace(next[language]);
        else texts[language].receive(next[language]);
      }
    },
  };
}
