import { stripVTControlCharacters } from 'node:util';
import { setUpChildProcess } from '../../../common/child-process.js';
import type { BuildAnswer, BuildJob } from './built-package.js';
import { bundlePackage } from './bundle-package.js';

/**
 * The process of one build: a message brings the package, another one the outcome. Whatever a package makes of the
 * bundler happens to this process, which is killed when it takes too long.
 */
const memoryLimit = 1_536 * 1_048_576;
const watchEveryMs = 100;

setUpChildProcess();

process.once('message', (job: BuildJob) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryLimit)
      answer({ failure: `${job.name} needs too much memory to be built` });
  }, watchEveryMs).unref();
  void build(job).then(answer);
});

async function build(job: BuildJob): Promise<BuildAnswer> {
  try {
    return { built: await bundlePackage(job) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The bundler writes for a terminal.
    return { failure: stripVTControlCharacters(message) };
  }
}

function answer(message: BuildAnswer): void {
  process.send?.(message, () => process.exit(0));
}
