import { logServed } from './served-log.ts';

/** Imported into the studio's process before its own code (`--import`): logs its responses to the file SERVED_LOG. */
const file = process.env['SERVED_LOG'];
// Child processes of the studio inherit `--import` but not the variable.
if (file !== undefined) logServed(file);
