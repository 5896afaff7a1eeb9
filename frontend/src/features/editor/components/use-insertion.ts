import type { SourceLanguage } from '@studio/engine/source';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Compose } from '../model/insertion.ts';
import type { LiveSources } from '../model/live-sources.ts';
import { positionAt, type TextPosition } from '../model/text-lines.ts';
import type { HeldPanes } from './use-pane-edits.ts';

interface InsertionSurroundings {
  live: LiveSources;
  holdPane: HeldPanes;
  documentKey: string;
  /** Shows a pane, which may have been switched off, and puts the caret there, with the focus. */
  reveal: (language: SourceLanguage, caret: TextPosition) => void;
}

/** Remembers where the person writes, and writes there for them. */
export function useInsertion({ live, holdPane, documentKey, reveal }: InsertionSurroundings) {
  /** The panes that had the focus in this document, in the order in which they had it last. */
  const focused = useRef({ documentKey, panes: new Set<SourceLanguage>() });
  useEffect(() => {
    focused.current = { documentKey, panes: new Set() };
  }, [documentKey]);

  return {
    noteFocus(language: SourceLanguage) {
      focused.current.panes.delete(language);
      focused.current.panes.add(language);
    },
    lastFocused: () => [...focused.current.panes].at(-1) ?? null,
    insert(language: SourceLanguage, compose: Compose) {
      const caret = focused.current.panes.has(language) ? holdPane[language].current?.caret() : null;
      const before = live.texts[language].read();
      const { at, text } = compose(before, caret ?? null);
      const after = before.slice(0, at) + text + before.slice(at);
      const end = at + text.length;
      const show = () => reveal(language, positionAt(after, end));
      if (!holdPane[language].current) flushSync(show);
      // Before the caret moves: undo brings it back to where it was.
      holdPane[language].current?.replace(after, end);
      show();
    },
  };
}
