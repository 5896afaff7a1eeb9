import { stripVTControlCharacters } from 'node:util';
import { setUpChildProcess } from '../../../common/child-process.js';
import type { BuildAnswer, BuildJob } from './built-package.js';
import { bundlePackage } from './bundle-package.js';

/**
 * The process of one build at a time: a message brings the package, another one the outcome. Whatever a package makes of
 * the bundler happens to this process, which is killed when it takes too long.
 */
const memoryLimit = 1_536 * 1_048_576;
/** A process that has come to more than this builds nothing else. */
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
    // The bundler writes for a terminal.
    return { failure: stripVTControlCharacters(message) };
  }
}

function answer(message: BuildAnswer): void {
  building = null;
  const isLast = !('built' in message && message.isReusable);
  process.send?.(message, () => isLast && process.exit(0));
}
