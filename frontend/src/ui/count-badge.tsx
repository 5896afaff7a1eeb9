/** How many there are, beside a title. */
export function CountBadge({ count }: { count: number }) {
  return <span className="rounded-full bg-hover px-2 text-muted text-sm tabular-nums">{count}</span>;
}
