import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { countOf } from '@/lib/count-of.ts';
import type { ConsoleRow } from '../model/console-store.ts';
import type { SourcePlace } from '../model/source-places.ts';
import { isOpenGroup, type ToggledGroups } from '../model/visible-rows.ts';
import * as texts from '../texts.ts';
import { ConsoleRowView } from './console-row.tsx';

interface ConsoleListProps {
  rows: readonly ConsoleRow[];
  /** Of the oldest row that is kept, shown or not. */
  oldestKey: number;
  dropped: number;
  toggled: ToggledGroups;
  onToggleGroup: (key: number) => void;
  onReveal: (place: SourcePlace) => void;
}

/** The height of a row of one line, in CSS pixels. */
const rowHeight = 25;
/** Below this many CSS pixels from the end the list follows what comes. */
const followWithin = 8;

/** The rows, of which only those in sight are in the page. It follows the end until somebody scrolls up. */
export function ConsoleList(props: ConsoleListProps) {
  const { rows, oldestKey, dropped, toggled, onToggleGroup, onReveal } = props;
  const list = useRef<HTMLDivElement>(null);
  const [opened] = useState(() => new Map<number, Set<string>>());
  const lastKey = rows.at(-1)?.key ?? 0;
  /** The newest row when somebody scrolled up; null while the list follows. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    anchorTo: 'end',
    followOnAppend: true,
    rangeExtractor: (range) => defaultRangeExtractor(leftAt === null ? endOf(range) : range),
    scrollEndThreshold: followWithin,
  });
  // It opens at its end, too.
  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);
  // A page that prints without end must not fill the memory with what is known of rows that were dropped.
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
          onScroll={() => {
            const { scrollDirection } = virtualizer;
            // Following is a scroll as well, which may end above lines that have come since.
            if (virtualizer.isAtEnd()) setLeftAt(null);
            else if (scrollDirection === 'backward') setLeftAt((at) => at ?? lastKey);
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
            {countOf(fresh, 'new line')}
          </button>
        )}
      </div>
    </>
  );
}

/** As many rows at the end: a list that follows draws them at once, not those that it is about to scroll away. */
function endOf(range: Range): Range {
  const endIndex = range.count - 1;
  return { ...range, startIndex: Math.max(0, endIndex - (range.endIndex - range.startIndex)), endIndex };
}

function Dropped({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="shrink-0 border-b px-3 py-1 text-faint text-sm">
      {countOf(count, 'older entry was', 'older entries were')} dropped.
    </p>
  );
}
