import { p50p95, percentile } from './percentile.ts';

/** One line of the table: what was measured, against what it is held, and whether it holds. */
export interface Row {
  what: string;
  measured: string;
  goal: string;
  met: boolean;
}

/** Two sets of samples of one run, in ms, and the share of the reference's median that the studio's may be. */
export function ratioRow(
  what: string,
  { studio, reference }: { studio: readonly number[]; reference: readonly number[] },
  goal: number,
): Row {
  const ratio = percentile(studio, 0.5) / percentile(reference, 0.5);
  return {
    what,
    measured: `**${ratio.toFixed(2)}** (${p50p95(studio)}; ${p50p95(reference)})`,
    goal: `≤ ${goal}`,
    met: ratio <= goal,
  };
}

export function toTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, measured, goal, met }) => `| ${what} | ${measured} | ${goal} | ${met ? 'yes' : '**no**'} |`,
  );
  return ['| What | Measured | Goal | Met |', '|---|---|---|---|', ...lines].join('\n');
}
