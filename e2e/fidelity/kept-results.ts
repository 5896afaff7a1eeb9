import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stateOfCode } from '../run/code-state.ts';
import type { PenResult } from './run-pens.ts';

/** A result with the ms since the previous one. */
interface KeptResult extends PenResult {
  took: number;
}

const folder = fileURLToPath(new URL('../../.cache/fidelity/', import.meta.url));

/**
 * The results of a whole run, one per line, stored at once, so that a stopped run can be continued as long as the code
 * is the same.
 */
export class KeptResults {
  /** The name of the code state that was compared. */
  readonly state = stateOfCode();
  readonly #file = `${folder}${this.state}.jsonl`;
  #lastAt = performance.now();

  /** `count`: the results of a whole run. Results of a complete run are deleted. */
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
