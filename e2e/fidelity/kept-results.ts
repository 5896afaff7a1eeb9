import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stateOfCode } from '../run/code-state.ts';
import type { PenResult } from './run-pens.ts';

/** A result with the time (ms) that the run took since the one before. */
interface KeptResult extends PenResult {
  took: number;
}

const folder = fileURLToPath(new URL('../../.cache/fidelity/', import.meta.url));

/**
 * The results of a whole run, a line each, written as they come: a run that was stopped goes on from there, as long as the
 * code is the same.
 */
export class KeptResults {
  /** The code that they are of. */
  readonly state = stateOfCode();
  readonly #file = `${folder}${this.state}.jsonl`;
  #lastAt = performance.now();

  /** `count`: of a whole run. One that is complete gives way to the next. */
  constructor(count: number) {
    mkdirSync(folder, { recursive: true });
    if (this.all().length >= count) rmSync(this.#file);
  }

  all(): KeptResult[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as KeptResult);
  }

  add(result: PenResult): void {
    const now = performance.now();
    const kept: KeptResult = { ...result, took: now - this.#lastAt };
    this.#lastAt = now;
    appendFileSync(this.#file, `${JSON.stringify(kept)}\n`);
  }
}
