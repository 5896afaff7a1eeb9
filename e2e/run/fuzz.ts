import { build } from './checks.ts';
import { summaryLine } from './outcome.ts';
import { fuzzTests } from './suites.ts';

/** `npm run fuzz`: FUZZ_SEED and FUZZ_RUNS say which rounds. */
await build();
const outcome = await fuzzTests();
process.exitCode = outcome.failed > 0 ? 1 : 0;
console.log(`\n${summaryLine(outcome)}`);
