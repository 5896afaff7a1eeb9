/** Local midnight of a day as a date field gives it (`2026-11-21`), as a timestamp of the wire; undefined for an empty field. */
function midnight(day: string, later = 0): string | undefined {
  if (day === '') return undefined;
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** From the beginning of one day to the end of another, both as the reader's clock has them; either may be open. */
export function dayRange(first: string, last: string): { from?: string; until?: string } {
  const from = midnight(first);
  const until = midnight(last, 1);
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
}
