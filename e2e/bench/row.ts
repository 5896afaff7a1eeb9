/** One line of the table: what was measured, against what it is held, and whether it holds. */
export interface Row {
  what: string;
  measured: string;
  goal: string;
  met: boolean;
}

export function toTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, measured, goal, met }) => `| ${what} | ${measured} | ${goal} | ${met ? 'yes' : '**no**'} |`,
  );
  return ['| What | Measured | Goal | Met |', '|---|---|---|---|', ...lines].join('\n');
}
