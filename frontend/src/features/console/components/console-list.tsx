import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ConsoleRow } from '../model/console-rows.ts';
import type { ToggledGroups } from '../model/console-view.ts';
import type { SourcePlace } from '../model/source-places.ts';
import { isOpenGroup } from '../model/visible-rows.ts';
import * as texts from '../texts.ts';
import { ConsoleRowView } from './console-row.tsx';

interface ConsoleListProps {
  rows: readonly ConsoleRow[];
  /** The key of the oldest row that is kept, shown or not. */
  oldestKey: number;
  dropped: number;
  toggled: ToggledGroups;
  onToggleGroup: (key: number) => void;
  onReveal: (place: SourcePlace) => void;
}

/** The height of a row of one line, in CSS pixels. */
const rowHeight = 25;
/** Within this many CSS pixels of its end the list scrolls to new rows. */
const followWithin = 8;

/** A virtualized list of rows, which scrolls to new ones until the user scrolls up. */
export function ConsoleList(props: ConsoleListProps) {
  const { rows, oldestKey, dropped, toggled, onToggleGroup, onReveal } = props;
  const list = useRef<HTMLDivElement>(null);
  const [opened] = useState(() => new Map<number, Set<string>>());
  const lastKey = rows.at(-1)?.key ?? 0;
  /** The key of the newest row when the user scrolled up; null while the list follows new rows. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  /** The key of the row with the focus; it stays rendered while it is out of view. */
  const [focusedKey, setFocusedKey] = useState<number | null>(null);
  /** At the last scroll event, in CSS pixels. The virtualizer knows of an event only after this list does. */
  const scrolled = useRef({ top: 0, height: 0 });
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    anchorTo: 'end',
    followOnAppend: true,
    rangeExtractor(range) {
      const visible = defaultRangeExtractor(leftAt === null ? endOf(range) : range);
      const focused = focusedKey === null ? -1 : rows.findIndex(({ key }) => key === focusedKey);
      return focused === -1 ? visible : [...new Set([...visible, focused])].toSorted((a, b) => a - b);
    },
    scrollEndThreshold: followWithin,
  });
  // The list opens at its end.
  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);
  // A list that has become shorter may be at its end without a scroll event.
  useLayoutEffect(() => {
    if (leftAt !== null && list.current && isAtEnd(list.current)) setLeftAt(null);
  }, [rows, leftAt]);
  // Forgets dropped rows, so that a page that prints endlessly does not fill the memory.
  useLayoutEffect(() => {
    for (const key of opened.keys()) if (key < oldestKey) opened.delete(key);
    const sizes = virtualizer.itemSizeCache;
    for (const key of sizes.keys()) if (Number(key) < oldestKey) sizes.delete(key);
  }, [oldestKey, opened, virtualizer]);

  const fresh = leftAt === null ? 0 : rows.length - 1 - rows.findLastIndex(({ key }) => key <= leftAt);
  const openedOf = (key: number) => {
    const paths = opened.get(key) ?? new Set<string>();
    opened.set(key, paths);
    return paths;
  };

  return (
    <>
      <Dropped count={dropped} />
      <div className="relative min-h-0 flex-1">
        <div
          ref={list}
          role="log"
          aria-label={texts.entries}
          // A region that scrolls must be reachable by keyboard.
          tabIndex={0}
          onScroll={({ currentTarget: element }) => {
            const { scrollTop, scrollHeight } = element;
            const before = scrolled.current;
            scrolled.current = { top: scrollTop, height: scrollHeight };
            // Scrolling to new rows also fires this event, and may end above even newer ones; and a list that becomes
            // shorter moves up by itself.
            const isByUser = scrollTop - before.top < Math.min(0, scrollHeight - before.height);
            if (isAtEnd(element)) setLeftAt(null);
            else if (isByUser) setLeftAt((at) => at ?? lastKey);
          }}
          className="absolute inset-0 overflow-x-hidden overflow-y-auto font-mono text-sm [font-variant-ligatures:none] [overflow-anchor:none]"
        >
          <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rows[index];
              if (!row) return null;
              return (
                <div
                  key={row.key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  onFocus={() => setFocusedKey(row.key)}
                  onBlur={({ currentTarget, relatedTarget }) => {
                    // An element stays active while its window has no focus.
                    const stays = [relatedTarget, document.activeElement].some((element) =>
                      currentTarget.contains(element),
                    );
                    if (!stays) setFocusedKey(null);
                  }}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <ConsoleRowView
                    row={row}
                    opened={openedOf(row.key)}
                    openGroup={isOpenGroup(row, toggled)}
                    onToggleGroup={onToggleGroup}
                    onReveal={onReveal}
                  />
                </div>
              );
            })}
          </div>
        </div>
        {fresh > 0 && (
          <button
            type="button"
            onClick={() => virtualizer.scrollToEnd()}
            className="absolute bottom-2 left-1/2 inline-flex h-hit -translate-x-1/2 items-center gap-1.5 rounded-full bg-raised px-3 text-ink text-sm shadow-float hover:bg-hover"
          >
            <ArrowDown size={13} aria-hidden />
            {texts.newLines(fresh)}
          </button>
        )}
      </div>
    </>
  );
}

function isAtEnd({ scrollTop, scrollHeight, clientHeight }: Element): boolean {
  return scrollTop + clientHeight >= scrollHeight - followWithin;
}

/** The same number of rows at the end, so that a list that follows new rows does not first render the old ones. */
function endOf(range: Range): Range {
  const endIndex = range.count - 1;
  return { ...range, startIndex: Math.max(0, endIndex - (range.endIndex - range.startIndex)), endIndex };
}

function Dropped({ count }: { count: number }) {
  if (count === 0) return null;
  return <p className="shrink-0 border-b px-3 py-1 text-faint text-sm">{texts.dropped(count)}</p>;
}
