import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { AdminList } from '../../api/admin-queries.ts';

interface StableRows<T> {
  rows: StableRow<T>[];
  /** The number of new rows that are not shown yet. */
  waiting: number;
  /** Shows the latest rows. */
  settle: () => void;
  /** Reloads the list and shows it, after the admin's own change. */
  refresh: () => Promise<void>;
  /** Shows the latest rows unless the pointer or the focus is in the list. */
  settleIfLeft: () => void;
}

/**
 * A live list whose rows keep their places while the pointer or the focus is among them, so that nothing moves away
 * before a click. The result of another query is shown at once.
 */
export function useStableRows<T extends { id: string }>(
  list: AdminList<T>,
  region: RefObject<HTMLElement | null>,
): StableRows<T> {
  const latest = list.data;
  const [shown, setShown] = useState(latest);
  const base = shown?.question === latest?.question ? shown : latest;
  const settle = () => setShown(latest);
  const refresh = async () => {
    const { data } = await list.refetch();
    setShown(data);
  };
  const settleIfLeft = () => {
    if (!isAmong(region.current)) settle();
  };
  const take = useEffectEvent((arrived: typeof latest) => (base === arrived ? settle() : settleIfLeft()));
  useEffect(() => take(latest), [latest]);
  return { ...keepPlaces(base?.data ?? [], latest?.data ?? []), settle, refresh, settleIfLeft };
}

/** Whether the pointer is over the element or the focus is inside it. */
function isAmong(region: HTMLElement | null): boolean {
  if (!region) return false;
  const focused = document.activeElement;
  return region.matches(':hover') || (focused !== region && region.contains(focused));
}

/** A row of a list that changes while it is shown. */
export interface StableRow<T> {
  item: T;
  /** It is no longer in the list. */
  gone: boolean;
}

/**
 * Merges the latest data into the rows that are shown: every row keeps its place and gets its new values, removed
 * rows stay and are marked, and new ones are only counted.
 */
export function keepPlaces<T extends { id: string }>(shown: readonly T[], latest: readonly T[]) {
  const present = new Map(latest.map((item) => [item.id, item]));
  const rows = shown.map((item): StableRow<T> => {
    const now = present.get(item.id);
    return { item: now ?? item, gone: now === undefined };
  });
  const known = new Set(shown.map(({ id }) => id));
  return { rows, waiting: latest.filter(({ id }) => !known.has(id)).length };
}
