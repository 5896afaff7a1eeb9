import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row } from './row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One run, as stored in its file, which is rewritten after each row so that a killed run loses none. */
export interface Run {
  startedAt: string;
  machine: string;
  chromium: string;
  /** Whether it stopped before its last row. */
  endedEarly: boolean;
  rows: Row[];
}

/** The folder with the runs of a state of the code. A new commit or an edit starts a new folder. */
export function folderOfSet(state: string): string {
  const folder = `${root}.cache/bench/${state}`;
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Writes atomically: a killed process leaves no half-written file. */
export function writeRun(file: string, run: Run): void {
  writeFileSync(`${file}.new`, JSON.stringify(run, null, 2));
  renameSync(`${file}.new`, file);
}

export function readRuns(folder: string): Run[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Run);
}
