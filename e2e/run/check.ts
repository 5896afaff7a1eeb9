import { isCheck, runCheck } from './checks.ts';
import { summaryLine } from './outcome.ts';

/** `node e2e/run/check.ts types backend`: runs one check of one folder. */
const [name, folder = 'all'] = process.argv.slice(2);
if (!isCheck(name)) throw new Error(`There is no check "${name}"`);
const outcome = await runCheck(name, folder);
process.exitCode = outcome.failed > 0 ? 1 : 0;
console.log(summaryLine(outcome));
