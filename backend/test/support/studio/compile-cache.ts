import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the processes of tests keep their compiled code, as `npm start` does: it takes a third of a command's time. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'studio-compiled-code') };
