import { median, p95 } from '../bench/percentile.ts';

/** The samples of one playground in one row (null: the event did not occur), or what the playground lacks. */
export type Measured = readonly (number | null)[] | { lacks: string };

/** One measurement of all playgrounds. Less is better. */
export interface ComparedRow {
  what: string;
  unit: string;
  /** By name of the playground. The first is compared with the others. */
  measured: Record<string, Measured>;
  /** Whether the first playground need not be ahead. */
  hasNoGoal?: true;
}

/** Whether the first playground's median is below that of each other one, where that is the goal. */
export function isMet(row: ComparedRow): boolean {
  return row.hasNoGoal === true || isAhead(row);
}

function isAhead(row: ComparedRow): boolean {
  return ratioToBest(row) < 1;
}

/** The samples of a row less the milliseconds that each playground waits by design. */
export function lessWaits(
  { measured, unit }: ComparedRow,
  what: string,
  waits: Record<string, number>,
): ComparedRow {
  const less = Object.entries(measured).map(([name, of]): [string, Measured] => [
    name,
    'lacks' in of ? of : of.map((time) => (time === null ? null : time - (waits[name] ?? 0))),
  ]);
  return { what, unit, measured: Object.fromEntries(less) };
}

/** The first playground's median divided by the best other one; 0 if no other is finite, NaN if none is. */
function ratioToBest({ measured }: ComparedRow): number {
  const [own, ...others] = Object.values(measured).map(middle);
  return (own ?? Number.NaN) / Math.min(...others);
}

function againstBest(ratio: number): string {
  if (Number.isNaN(ratio)) return 'nobody can';
  return ratio === 0 ? 'none of them can' : `**${ratio.toFixed(2)}**`;
}

/** The median; infinite if the event mostly did not occur or there are no samples. */
function middle(of: Measured | undefined): number {
  const times = timesOf(of);
  return times.length === 0 ? Number.POSITIVE_INFINITY : median(times);
}

function timesOf(of: Measured | undefined): number[] {
  return Array.isArray(of)
    ? (of as readonly (number | null)[]).map((time) => time ?? Number.POSITIVE_INFINITY)
    : [];
}

/** The rows as a Markdown table: a column per playground, and the first one's ratio to the best of the others. */
export function comparisonTable(rows: readonly ComparedRow[]): string {
  const names = Object.keys(rows[0]?.measured ?? {});
  const lines = [
    ['What', ...names, 'Against the best of the others', 'Ahead'],
    ['---', ...names.map(() => '---'), '---', '---'],
    ...rows.map((row) => {
      const ratio = ratioToBest(row);
      return [
        `${row.what}, ${row.unit}`,
        ...names.map((name) => cell(row.measured[name])),
        againstBest(ratio),
        aheadText(row),
      ];
    }),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function aheadText(row: ComparedRow): string {
  if (isAhead(row)) return 'yes';
  return row.hasNoGoal ? 'no, which is no goal' : '**no**';
}

/**
 * `512 / 640 (n 20, 1 never)`: the median, the p95 of 20 samples or more, the number of samples, and how many of them are
 * of events that did not occur.
 */
function cell(of: Measured | undefined): string {
  if (of === undefined) return '';
  if ('lacks' in of) return of.lacks;
  const times = timesOf(of);
  const high = p95(times);
  const never = times.filter((time) => !Number.isFinite(time)).length;
  const count = `n ${times.length}${never > 0 ? `, ${never} never` : ''}`;
  return `${figure(median(times))}${high === undefined ? '' : ` / ${figure(high)}`} (${count})`;
}

function figure(value: number): string {
  return Number.isFinite(value) ? value.toFixed(0) : 'never';
}
