import { median, p95 } from './percentile.ts';

/** One measurement of one run, as plain data: runs are stored as JSON. */
export interface Row {
  /** The name of the row, the same in every run. */
  what: string;
  /** How `value` was computed, with the number of samples: `median of 20`. */
  statistic: string;
  /** The number that is compared with the goal. */
  value: number;
  unit: string;
  digits: number;
  /** The samples behind `value`, and others that help to interpret it. */
  figures: Figure[];
  /** Null: for information only. */
  goal: Goal | null;
  /** Present if the row was once compared with something else. */
  formerly?: Formerly;
}

export interface Figure {
  of: string;
  p50: number;
  /** Absent for fewer than 20 samples. */
  p95?: number;
  unit: string;
  digits: number;
}

export type Goal = { atMost: number } | { atLeast: number };

/** The previous reference of a row, and its value in the last table with that reference. */
export interface Formerly {
  reference: string;
  measured: string;
}

/** Samples of one run; `unit` is ms by default. */
export interface Samples {
  of: string;
  samples: readonly number[];
  unit?: string;
  digits?: number;
}

/** The median of `own` divided by the median of `reference`. `others` are for information. */
export function ratioRow(
  what: string,
  [own, reference, ...others]: [own: Samples, reference: Samples, ...others: Samples[]],
  goal: Goal,
  formerly?: Formerly,
): Row {
  const counts = [...new Set([own, reference].map(({ samples }) => samples.length))].join(' and ');
  return {
    what,
    statistic: `ratio of the medians of ${counts}`,
    value: median(own.samples) / median(reference.samples),
    unit: '',
    digits: 2,
    figures: [own, reference, ...others].map(toFigure),
    goal,
    ...(formerly && { formerly }),
  };
}

/** The median of samples, compared with a fixed limit. */
export function medianRow(what: string, own: Samples, goal: Goal | null, formerly?: Formerly): Row {
  const { p50, unit, digits } = toFigure(own);
  const statistic = `median of ${own.samples.length}`;
  const figures = [toFigure(own)];
  return { what, statistic, value: p50, unit, digits, figures, goal, ...(formerly && { formerly }) };
}

/** The p95 of `own`, compared with a fixed limit. `others` are for information. @throws if `own` has too few samples */
export function p95Row(what: string, own: Samples, goal: Goal, others: Samples[] = []): Row {
  const value = p95(own.samples);
  if (value === undefined) throw new Error(`${what}: ${own.samples.length} samples have no p95`);
  const figures = [own, ...others].map(toFigure);
  return { ...medianRow(what, own, goal), statistic: `p95 of ${own.samples.length}`, value, figures };
}

/** A value that was read once. */
export function readingRow(
  what: string,
  { value, unit, digits = 0, statistic = 'one reading' }: Reading,
  goal: Goal,
  others: Samples[] = [],
  formerly?: Formerly,
): Row {
  const figures = others.map(toFigure);
  return { what, statistic, value, unit, digits, figures, goal, ...(formerly && { formerly }) };
}

interface Reading {
  value: number;
  unit: string;
  digits?: number;
  statistic?: string;
}

function toFigure({ of, samples, unit = 'ms', digits = 0 }: Samples): Figure {
  const high = p95(samples);
  return { of, p50: median(samples), ...(high !== undefined && { p95: high }), unit, digits };
}

export function isMet(goal: Goal | null, value: number): boolean {
  if (!goal) return true;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}
