import { durations } from '@studio/contract/limits';

const day = 24 * 60 * 60_000;

/** How many days a deleted project still stays in the trash; on the last one it is 1 (CONTRACT 2: 30 days). */
export function daysLeft(deletedAt: string, now: number): number {
  return Math.max(1, Math.ceil((Date.parse(deletedAt) + durations.trash - now) / day));
}
