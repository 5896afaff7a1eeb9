import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { AdminList } from '../../api/list-queries.ts';

interface StableRows<T> {
  rows: StableRow<T>[];
  /** How many have come that are not shown yet. */
  waiting: number;
  /** Shows the list as it is now. */
  settle: () => void;
  /** Fetches the list anew and shows it, because somebody has changed it here. */
  refresh: () => Promise<void>;
  /** Settles unless somebody is in the list still. */
  settleIfLeft: () => void;
}

/**
 * A live list whose lines keep their places while the pointer or the focus is among them, so that nothing moves from
 * under somebody's hand; another question's answer is shown at once.
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

/** The pointer is in there, or the focus on something in there. */
function isAmong(region: HTMLElement | null): boolean {
  if (!region) return false;
  const focused = document.activeElement;
  return region.matches(':hover') || (focused !== region && region.contains(focused));
}

/** A line of a list that others change while somebody looks at it. */
export interface StableRow<T> {
  item: T;
  /** It is not in the list any more. */
  gone: boolean;
}

/**
 * A list as it is shown to somebody who is about to press something in it: every line keeps its place and takes its
 * new values, what has gone stays as a mark, and what has come is only counted.
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
