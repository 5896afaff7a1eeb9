import { build } from './checks.ts';
import { summaryLine } from './outcome.ts';
import { fuzzTests } from './suites.ts';

/** `npm run fuzz`: FUZZ_SEED sets the first seed, FUZZ_RUNS the number of rounds. */
await build();
const outcome = await fuzzTests();
process.exitCode = outcome.failed > 0 ? 1 : 0;
console.log(`\n${summaryLine(outcome)}`);
