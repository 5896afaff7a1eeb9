import type { Asset } from '@studio/contract/http/assets';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { stepInGrid } from '@/ui/lists/card-keys.ts';
import { AssetCard, type CardCommands } from './asset-card.tsx';

interface AssetGridProps {
  assets: readonly Asset[];
  commands: CardCommands;
}

/** CSS pixels: the narrowest card, and the space between and around cards. */
const narrowest = 208;
const gap = 8;

/** A virtualized grid of cards. Tab reaches one card, arrow keys move to the others; Delete asks as the menu item does. */
export function AssetGrid({ assets, commands }: AssetGridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  /** The card that had the focus last, and where it was: another takes its place when it is deleted. */
  const [chosen, setChosen] = useState({ id: '', index: 0 });
  const [height] = useState(cardHeight);
  const columns = Math.max(1, Math.floor((width - gap) / (narrowest + gap)));
  const found = assets.findIndex(({ id }) => id === chosen.id);
  if (found >= 0 && found !== chosen.index) setChosen({ ...chosen, index: found });
  const entry = found >= 0 ? found : Math.min(chosen.index, assets.length - 1);
  const entryRow = Math.floor(entry / columns);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const rows = useVirtualizer({
    count: width === 0 ? 0 : Math.ceil(assets.length / columns),
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    gap,
    paddingStart: gap,
    paddingEnd: gap,
    scrollPaddingStart: gap,
    scrollPaddingEnd: gap,
    overscan: 2,
    // Keep the focused card rendered while it is out of view.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), entryRow])].toSorted((a, b) => a - b),
  });
  // Another width changes the rows.
  useEffect(() => rows.measure(), [rows, columns]);

  function choose(index: number) {
    setChosen({ id: assets[index]?.id ?? '', index });
  }

  function onKeyDown(event: KeyboardEvent) {
    const card = event.target instanceof Element ? event.target.closest('li') : null;
    const asset = assets[entry];
    if (!card || !asset || event.defaultPrevented) return;
    // With these they are keys of the browser, such as Alt+Left for Back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Delete') return void commands.remove(asset);
    const next = stepInGrid(event.key, entry, columns, assets.length);
    if (next === null) return;
    event.preventDefault();
    const button = [...card.querySelectorAll('button')].indexOf(event.target as HTMLButtonElement);
    flushSync(() => choose(next));
    rows.scrollToIndex(Math.floor(next / columns));
    const target = frame.current?.querySelector(`[data-position="${next + 1}"]`);
    target?.querySelectorAll('button')[Math.max(button, 0)]?.focus({ preventScroll: true });
  }

  const cardWidth = (width - gap) / columns - gap;
  return (
    <div ref={frame} className="h-full overflow-x-hidden overflow-y-auto">
      <ul className="relative" style={{ height: rows.getTotalSize() }} onKeyDown={onKeyDown}>
        {rows.getVirtualItems().flatMap(({ index: row, start }) =>
          assets.slice(row * columns, (row + 1) * columns).map((asset, column) => {
            const index = row * columns + column;
            const left = gap + column * (cardWidth + gap);
            return (
              <AssetCard
                key={asset.id}
                asset={asset}
                commands={commands}
                position={index + 1}
                total={assets.length}
                isEntry={index === entry}
                onFocus={() => choose(index)}
                style={{ width: cardWidth, height, transform: `translate(${left}px, ${start}px)` }}
              />
            );
          }),
        )}
      </ul>
    </div>
  );
}

/** In CSS pixels. The text of a card grows with the browser's font size; its buttons are larger on touch screens. */
function cardHeight(): number {
  const root = getComputedStyle(document.documentElement);
  const rem = Number.parseFloat(root.fontSize) || 16;
  const button = Number.parseFloat(root.getPropertyValue('--spacing-hit')) || 2;
  return (5.125 + button) * rem;
}
