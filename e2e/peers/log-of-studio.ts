import { logServed } from './served-log.ts';

/** Imported into the studio's process before its own code (`--import`): has its answers logged where SERVED_LOG says. */
const file = process.env['SERVED_LOG'];
// A process that the studio starts inherits the import, and not the variable.
if (file !== undefined) logServed(file);
