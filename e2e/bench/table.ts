import { median } from './percentile.ts';
import { type Figure, type Goal, isMet, type Row } from './row.ts';

/** A row of several runs: `value` is the median of their values, `spread` the smallest and the largest. */
export interface RowOfRuns extends Row {
  runs: number;
  spread: [smallest: number, largest: number];
  isMet: boolean;
}

/** Combines rows with the same name, in the order in which they first appear. */
export function combineRuns(runs: readonly (readonly Row[])[]): RowOfRuns[] {
  const measured = Map.groupBy(runs.flat(), ({ what }) => what);
  return [...measured.values()].map((rows) => {
    // Texts and goal are those of the last run.
    const row = rows.at(-1);
    if (!row) throw new Error('A row that no run has');
    const values = rows.map(({ value }) => value);
    const value = median(values);
    return {
      ...row,
      value,
      figures: row.figures.map((figure) => combineFigures(figure, rows)),
      runs: rows.length,
      spread: [Math.min(...values), Math.max(...values)],
      isMet: isMet(row.goal, value),
    };
  });
}

function combineFigures(figure: Figure, rows: readonly Row[]): Figure {
  const same = rows.flatMap(({ figures }) => figures.filter(({ of }) => of === figure.of));
  const high = same.flatMap(({ p95 }) => p95 ?? []);
  return {
    ...figure,
    p50: median(same.map(({ p50 }) => p50)),
    ...(high.length > 0 && { p95: median(high) }),
  };
}

export function toTable(rows: readonly RowOfRuns[]): string {
  return markdown([
    ['What', 'Statistic', 'Runs', 'Median of the runs (spread)', 'Figures behind it', 'Goal', 'Met'],
    ...rows.map((row) => [
      row.what,
      row.statistic,
      String(row.runs),
      `**${withUnit(row.value, row)}** (${row.spread.map((value) => value.toFixed(row.digits)).join('–')})`,
      row.figures.map(figureText).join('; '),
      row.goal ? goalText(row.goal, row.unit) : 'none',
      metText(row),
    ]),
  ]);
}

/** A table of the rows with a previous reference: both references, with what was measured then and now. */
export function toTableOfChanges(rows: readonly RowOfRuns[]): string {
  return markdown([
    ['What', 'Reference before', 'Measured then', 'Measured now', 'Goal', 'Met now'],
    ...rows.flatMap((row) =>
      row.formerly
        ? [
            [
              row.what,
              row.formerly.reference,
              row.formerly.measured,
              withUnit(row.value, row),
              row.goal ? goalText(row.goal, row.unit) : 'none',
              metText(row),
            ],
          ]
        : [],
    ),
  ]);
}

function markdown([head = [], ...body]: string[][]): string {
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function figureText({ of, p50, p95, unit, digits }: Figure): string {
  const values = p95 === undefined ? [p50] : [p50, p95];
  return `${of}: ${values.map((value) => value.toFixed(digits)).join(' / ')} ${unit}`.trimEnd();
}

function goalText(goal: Goal, unit: string): string {
  const text = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  return `${text} ${unit}`.trimEnd();
}

function metText({ goal, isMet: met }: RowOfRuns): string {
  if (!goal) return '';
  return met ? 'yes' : '**no**';
}

function withUnit(value: number, { digits, unit }: Row): string {
  return `${value.toFixed(digits)} ${unit}`.trimEnd();
}
