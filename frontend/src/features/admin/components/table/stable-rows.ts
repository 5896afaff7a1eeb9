import type { Page } from '@studio/contract/http/paging';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { AdminList } from '../../api/admin-queries.ts';

interface StableRows<T> {
  rows: StableRow<T>[];
  /** The number of new rows that are not shown yet. */
  waiting: number;
  /** Shows the latest rows. */
  settle: () => void;
  /** Reloads the list and shows it, after the admin's own change. */
  refresh: () => Promise<void>;
  /** Shows the latest rows unless the pointer or the focus is among them, or at the button that shows them. */
  settleIfLeft: () => void;
}

/**
 * A live list whose rows keep their places while the pointer or the focus is among them, so that nothing moves away
 * before a click. The result of another query is shown at once.
 */
export function useStableRows<T extends { id: string }>(
  list: AdminList<T>,
  place: RefObject<HTMLElement | null>,
): StableRows<T> {
  const latest = list.data;
  const [shown, setShown] = useState(latest);
  const base = shown?.query === latest?.query ? shown : latest;
  // Handlers that run later, as after a blur, show what is the latest by then.
  const newest = useRef(latest);
  useLayoutEffect(() => {
    newest.current = latest;
  });
  const settle = () => setShown(newest.current);
  const refresh = async () => {
    const { data } = await list.refetch();
    newest.current = data;
    settle();
  };
  const settleIfLeft = () => {
    if (!isAmong(place.current)) settle();
  };
  const take = useEffectEvent((arrived: typeof latest) => (base === arrived ? settle() : settleIfLeft()));
  useEffect(() => take(latest), [latest]);
  return { ...keepPlaces(base, latest), settle, refresh, settleIfLeft };
}

/** Whether the pointer is over the element, or a control inside it has the focus. */
function isAmong(place: HTMLElement | null): boolean {
  if (!place) return false;
  return place.matches(':hover') || place.querySelector('button:focus, a:focus') !== null;
}

/** A row of a list that changes while it is shown. */
export interface StableRow<T> {
  item: T;
  /** It is no longer in the list. */
  gone: boolean;
}

/**
 * Merges the latest page into the one that is shown: every row keeps its place and gets its new values, removed rows
 * stay and are marked, and new ones are only counted. A row that is now on another page, or may be, is not marked.
 */
export function keepPlaces<T extends { id: string }>(
  shown: Page<T> | undefined,
  latest: Page<T> | undefined,
): Pick<StableRows<T>, 'rows' | 'waiting'> {
  if (!shown || !latest) return { rows: [], waiting: 0 };
  const present = new Map(latest.data.map((item) => [item.id, item]));
  const missing = shown.data.filter(({ id }) => !present.has(id)).length;
  const isWhole = latest.page === 1 && latest.totalPages <= 1;
  const haveGone = isWhole || shown.total - latest.total >= missing;
  // Rows that were removed on earlier pages move the first ones of this page there.
  let mayBeBefore = latest.page > 1;
  const rows = shown.data.map((item): StableRow<T> => {
    const now = present.get(item.id);
    if (now) mayBeBefore = false;
    return { item: now ?? item, gone: now === undefined && haveGone && !mayBeBefore };
  });
  const known = new Set(shown.data.map(({ id }) => id));
  return { rows, waiting: latest.data.filter(({ id }) => !known.has(id)).length };
}
