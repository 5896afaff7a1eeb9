/** A moment in the reader's own way of writing dates. */
export function momentText(moment: string | number): string {
  return new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The same without the date where it is today's: `4:59 PM`. */
export function recentMomentText(moment: string | number): string {
  const isToday = new Date(moment).toDateString() === new Date().toDateString();
  return isToday
    ? new Date(moment).toLocaleTimeString(undefined, { timeStyle: 'short' })
    : momentText(moment);
}
