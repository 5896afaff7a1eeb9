import { summaryLine } from './outcome.ts';
import { outageTests } from './suites.ts';

const outcome = await outageTests();
process.exitCode = outcome.failed > 0 ? 1 : 0;
console.log(`\n${summaryLine(outcome)}`);
