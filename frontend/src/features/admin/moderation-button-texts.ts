import { countOf } from '@/lib/count-of.ts';

/** What the header says to admins; it comes with every page. */

export const moderation = 'Moderation';

/** How many moderation events an admin has not seen. */
export function newEvents(count: number): string {
  return count > 99 ? 'More than 99 new moderation events' : countOf(count, 'new moderation event');
}
