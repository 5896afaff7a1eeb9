/** A moment in the reader's own way of writing dates. */
export function momentText(moment: string | number): string {
  return new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
