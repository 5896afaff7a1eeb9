import { setFlagsFromString } from 'node:v8';

/** Earlier versions do not know the flag, and say so. */
const firstVersion = 26;

/**
 * Lets V8 weigh the bytes of buffers together with the heap when it decides to collect. By itself it walks through the
 * whole heap for each 25 MB that pass through, which was a third of the time of an upload.
 */
if (Number.parseInt(process.versions.node, 10) >= firstVersion)
  setFlagsFromString('--external-memory-accounted-in-global-limit');
