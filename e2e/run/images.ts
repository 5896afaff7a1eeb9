import { summaryLine } from './outcome.ts';
import { imageTests } from './suites.ts';

const outcome = await imageTests();
process.exitCode = outcome.failed > 0 ? 1 : 0;
console.log(`\n${summaryLine(outcome)}`);
