import { median, p95 } from '../bench/percentile.ts';

/** What one playground came to in one row: samples, of which null is one that never came; or why it has none. */
export type Measured = readonly (number | null)[] | { lacks: string };

/** One thing that all playgrounds are measured in; less is better in each. */
export interface ComparedRow {
  what: string;
  unit: string;
  /** By the name of the playground, the one that is compared with the others first. */
  measured: Record<string, Measured>;
}

/** Whether the first playground's median is below that of each other one that has any. */
export function isAhead(row: ComparedRow): boolean {
  return ratioToBest(row) < 1;
}

/** The first playground's median as a share of the best of the others; 0 where none of them ever got there, NaN where nobody did. */
function ratioToBest({ measured }: ComparedRow): number {
  const [own, ...others] = Object.values(measured).map(middle);
  return (own ?? Number.NaN) / Math.min(...others);
}

function againstBest(ratio: number): string {
  if (Number.isNaN(ratio)) return 'nobody can';
  return ratio === 0 ? 'none of them can' : `**${ratio.toFixed(2)}**`;
}

/** The median; infinite where most of the samples never came, or where there are none. */
function middle(of: Measured | undefined): number {
  const times = timesOf(of);
  return times.length === 0 ? Number.POSITIVE_INFINITY : median(times);
}

function timesOf(of: Measured | undefined): number[] {
  return Array.isArray(of)
    ? (of as readonly (number | null)[]).map((time) => time ?? Number.POSITIVE_INFINITY)
    : [];
}

/** The rows as a table of Markdown: one column for each playground, the first one's against the best of the others. */
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
        ratio < 1 ? 'yes' : '**no**',
      ];
    }),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `512 / 640 (n 20)`: the median, from twenty samples on the p95, and how many there are. */
function cell(of: Measured | undefined): string {
  if (of === undefined) return '';
  if ('lacks' in of) return of.lacks;
  const times = timesOf(of);
  const high = p95(times);
  return `${figure(median(times))}${high === undefined ? '' : ` / ${figure(high)}`} (n ${times.length})`;
}

function figure(value: number): string {
  return Number.isFinite(value) ? value.toFixed(0) : 'never';
}
