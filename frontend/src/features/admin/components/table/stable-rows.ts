import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { AdminList } from '../../api/use-admin-list.ts';
import { type HeldLine, holdPlaces } from '../../model/hold-places.ts';

interface HeldList<T> {
  lines: HeldLine<T>[];
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
export function useHeldList<T extends { id: string }>(
  list: AdminList<T>,
  region: RefObject<HTMLElement | null>,
): HeldList<T> {
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
  return { ...holdPlaces(base?.data ?? [], latest?.data ?? []), settle, refresh, settleIfLeft };
}

/** The pointer is in there, or the focus on something in there. */
function isAmong(region: HTMLElement | null): boolean {
  if (!region) return false;
  const focused = document.activeElement;
  return region.matches(':hover') || (focused !== region && region.contains(focused));
}
