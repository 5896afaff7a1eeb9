import type { SourceLanguage } from '@studio/engine/source';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Compose } from '../model/insertion.ts';
import type { LiveSources } from '../model/live-sources.ts';
import { positionAt, type TextPosition } from '../model/text-position.ts';
import type { HeldPanes } from './use-pane-help.ts';

interface InsertionSurroundings {
  live: LiveSources;
  holdPane: HeldPanes;
  documentKey: string;
  /** Brings a pane into sight, which may have been switched off. */
  show: (language: SourceLanguage) => void;
  /** Puts the caret there and the focus on it. */
  moveTo: (language: SourceLanguage, caret: TextPosition) => void;
}

/** Remembers where the person writes, and writes there for them. */
export function useInsertion({ live, holdPane, documentKey, show, moveTo }: InsertionSurroundings) {
  /** The panes that had the focus in this document, the last one first. */
  const focused = useRef<SourceLanguage[]>([]);
  useEffect(() => {
    focused.current = [];
  }, [documentKey]);

  return {
    noteFocus(language: SourceLanguage) {
      focused.current = [language, ...focused.current.filter((other) => other !== language)];
    },
    lastFocused: () => focused.current[0] ?? null,
    insert(language: SourceLanguage, compose: Compose) {
      const caret = focused.current.includes(language) ? holdPane[language].current?.caret() : undefined;
      flushSync(() => show(language));
      const before = live.texts[language].read();
      const { at, text } = compose(before, caret ?? null);
      const after = before.slice(0, at) + text + before.slice(at);
      holdPane[language].current?.replace(after, at + text.length);
      moveTo(language, positionAt(after, at + text.length));
    },
  };
}
