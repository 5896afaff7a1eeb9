import { logServed } from './served-log.ts';

/** Imported into the studio's process before its own code (`--import`): has its answers logged where SERVED_LOG says. */
const file = process.env['SERVED_LOG'];
if (file === undefined) throw new Error('SERVED_LOG names no file');
logServed(file);
