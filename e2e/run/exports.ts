import { summaryLine } from './outcome.ts';
import { exportTests } from './suites.ts';

const outcome = await exportTests();
process.exitCode = outcome.failed > 0 ? 1 : 0;
console.log(`\n${summaryLine(outcome)}`);
