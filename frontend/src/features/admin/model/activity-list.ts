import type { ModerationEvent } from '@studio/contract/http/activity';

/** The last event that somebody has seen, as their browser keeps it. */
export type LastSeen = Pick<ModerationEvent, 'id' | 'at'>;

/** The latest first. */
function compare(one: LastSeen, other: LastSeen): number {
  return other.at.localeCompare(one.at) || other.id.localeCompare(one.id);
}

/** Both lists as one, each event once, the latest first. */
export function mergeEvents(
  one: readonly ModerationEvent[],
  other: readonly ModerationEvent[],
): ModerationEvent[] {
  const known = new Map([...one, ...other].map((event) => [event.id, event]));
  return [...known.values()].toSorted(compare);
}

/** How many events somebody has not seen. One's own acts are no news. */
export function countUnread(
  events: readonly ModerationEvent[],
  seen: LastSeen | null,
  userId: string,
): number {
  return events.filter((event) => event.actor?.id !== userId && (seen === null || compare(event, seen) < 0))
    .length;
}
