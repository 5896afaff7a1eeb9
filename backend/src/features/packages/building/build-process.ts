import { stripVTControlCharacters } from 'node:util';
import { setUpChildProcess } from '../../../common/child-process.js';
import type { BuildAnswer, BuildJob } from './built-package.js';
import { bundlePackage } from './bundle-package.js';

/**
 * The child process that runs one build at a time: it receives a job as a message and sends the result as another. A
 * package that makes the bundler crash, hang or use too much memory affects only this process.
 */
const memoryLimit = 1_536 * 1_048_576;
/** A process with more memory than this is not used for another build. */
const reusableMemory = 384 * 1_048_576;
const watchEveryMs = 100;

setUpChildProcess();

let building: BuildJob | null = null;
setInterval(() => {
  if (building && process.memoryUsage.rss() > memoryLimit)
    answer({ failure: `${building.name} needs too much memory to be built` });
}, watchEveryMs).unref();

process.on('message', (job: BuildJob) => {
  building = job;
  void build(job).then(answer);
});

async function build(job: BuildJob): Promise<BuildAnswer> {
  try {
    const built = await bundlePackage(job);
    return { built, isReusable: process.memoryUsage.rss() < reusableMemory };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The bundler's messages contain control characters for terminals.
    return { failure: stripVTControlCharacters(message) };
  }
}

function answer(message: BuildAnswer): void {
  building = null;
  const isLast = !('built' in message && message.isReusable);
  process.send?.(message, () => isLast && process.exit(0));
}
