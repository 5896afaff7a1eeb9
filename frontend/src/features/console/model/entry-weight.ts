import type { ConsoleEntry } from '@studio/contract/console';

const weights = new WeakMap<ConsoleEntry, number>();
/** The size counted for an object or a value besides its texts, in UTF-16 units. */
const bare = 16;

/** The approximate size of an entry, in UTF-16 units. */
export function weightOf(entry: ConsoleEntry): number {
  let weight = weights.get(entry);
  if (weight === undefined) {
    weight = weigh(entry.args) + weigh(entry.objects) + (entry.stack?.length ?? 0);
    weights.set(entry, weight);
  }
  return weight;
}

function weigh(value: unknown): number {
  if (typeof value === 'string') return bare + value.length;
  if (typeof value !== 'object' || value === null) return bare;
  return Object.values(value).reduce<number>((sum, part) => sum + weigh(part), bare);
}

/** Larger entries are not compared. */
const comparedMost = 4_000;

/** Whether two entries are equal; the position of either may be unknown. */
export function isSameEntry(one: ConsoleEntry, other: ConsoleEntry): boolean {
  if (one.kind !== other.kind || one.level !== other.level || one.depth !== other.depth) return false;
  if (one.kind !== undefined && one.kind !== 'log' && one.kind !== 'notice') return false;
  if (one.stack && other.stack && one.stack !== other.stack) return false;
  if (weightOf(one) !== weightOf(other) || weightOf(one) > comparedMost) return false;
  return isSame(one.args, other.args) && isSame(one.objects, other.objects);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const parts = Object.entries(one);
  const others = new Map(Object.entries(other));
  return parts.length === others.size && parts.every(([key, part]) => isSame(part, others.get(key)));
}
