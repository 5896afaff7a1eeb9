import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { nameOfState } from '../run/code-state.ts';
import { type ComparedRow, comparisonTable } from './comparison.ts';

interface Circumstances {
  /** The name of the code state that was measured. */
  state: string;
  /** The load of the machine before the run. */
  loadBefore: number;
  /** The version of the browser. */
  browser: string;
}

/** The report of one run. */
export function peersDocument(
  rows: readonly ComparedRow[],
  { state, loadBefore, browser }: Circumstances,
): string {
  return `# Beside other playgrounds

Written by \`npm run bench:peers\`: published playgrounds and the studio, driven by one harness (e2e/peers) with one page.
The playgrounds are built as their makers say and served from this machine, compressed once and cached forever. They are
measured in turns, each round in a new browser. Figures are medians, with a stroke the p95 where there are at least twenty
samples, and n is their number; less is better. \`never\`: not within half a minute, in most of the samples or in as many
as stand behind n. A person clicks
at the code as soon as it can be seen and presses a key until it is drawn. What a playground waits by design for the next
key is taken off in one row, and left in for information in the next. While it waits, the studio compiles what was typed and
loads the next frame. After a key, @vue/repl runs the changed component again in the document that is there; the studio,
playground-elements and Sandpack write a new document and run all of it. The studio's full editor, Monaco, comes when somebody
points at an editor, or three seconds after the first input anywhere; the compilers of plain code, which runs without them, at
the first input. For somebody who does nothing, neither is fetched.

- Day: ${new Date().toISOString().slice(0, 10)}, ${nameOfState(state)}
- Machine: ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}; load before the run ${loadBefore.toFixed(1)}
- Node ${process.version}, Chromium ${browser}

${comparisonTable(rows)}
`;
}
