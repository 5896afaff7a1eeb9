import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stateOfCode } from '../run/code-state.ts';
import type { Row } from './row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One run, as its file has it: written anew with each row, so that a run which is killed loses none. */
export interface Run {
  startedAt: string;
  machine: string;
  chromium: string;
  rows: Row[];
}

/** Where the runs of the code as it is now are kept: another commit or an edit begins another set. */
export function folderOfSet(): string {
  const folder = `${root}.cache/bench/${stateOfCode()}`;
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Never half a file, whenever the process ends. */
export function writeRun(file: string, run: Run): void {
  writeFileSync(`${file}.new`, JSON.stringify(run, null, 2));
  renameSync(`${file}.new`, file);
}

export function readRuns(folder: string): Run[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Run)
    .filter(({ rows }) => rows.length > 0);
}
