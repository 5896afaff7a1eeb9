import { lintChecks, runCheck, typeChecks } from './checks.ts';
import { sum, summaryLine } from './outcome.ts';

/** `node e2e/run/check.ts lint` or `… types`: one part of `npm test` on its own. */
const checks = process.argv[2] === 'types' ? typeChecks : lintChecks;
const outcomes = [];
for (const check of checks) outcomes.push(await runCheck(check));
const all = sum(outcomes);
process.exitCode = all.failed > 0 ? 1 : 0;
console.log(summaryLine(all));
