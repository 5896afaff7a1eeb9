import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { setUpChildProcess } from '../../../common/child-process.js';
import type { BuildJob, BuildResult } from './built-package.js';
import { bundlePackage } from './bundle-package.js';

/**
 * The child process that runs one build at a time: it receives a job as a message and sends the result as another. A
 * package that makes the bundler crash, hang or use too much memory affects only this process.
 */
const memoryLimit = 1_536 * 1_048_576;
/** A process with more memory than this is not used for another build. */
const reusableMemory = 384 * 1_048_576;
const watchEveryMs = 100;
/** In characters of JSON: the studio's own process keeps the description of a build. The largest have a few millions. */
const largestDescription = 16_000_000;
/** How many errors of a build are shown. */
const maxErrors = 5;

setUpChildProcess();

let building: BuildJob | null = null;
setInterval(() => {
  if (building && process.memoryUsage.rss() > memoryLimit)
    respond({ failure: `${building.name} needs too much memory to be built`, isPassing: false });
}, watchEveryMs).unref();

process.on('message', (job: BuildJob) => {
  building = job;
  void build(job).then(respond);
});

async function build(job: BuildJob): Promise<BuildResult> {
  try {
    const built = await bundlePackage(job);
    if (JSON.stringify(built).length > largestDescription)
      throw new Error(`${job.name} has too many modules and paths to be described`);
    return { built, isReusable: process.memoryUsage.rss() < reusableMemory };
  } catch (error) {
    return failureOf(error, job);
  }
}

/** The user sees the message, so it names no folder of this machine. */
function failureOf(error: unknown, { folder, target }: BuildJob): BuildResult {
  // One by one: the message of all has the stacks of those that our own code has thrown.
  const { errors = [error] } = error as { errors?: readonly unknown[] };
  if (errors.some(isOfMachine))
    return {
      failure: 'the studio could not read or write its files. Try again in a minute',
      isPassing: true,
    };
  const messages = errors.map((each) => (each instanceof Error ? each.message : String(each)));
  // The bundler's messages contain control characters for terminals.
  const text = stripVTControlCharacters(messages.slice(0, maxErrors).join('\n'));
  return {
    failure: [folder, target].reduce((left, each) => left.replaceAll(each + path.sep, ''), text),
    isPassing: false,
  };
}

/** Whether it is an error of the operating system, such as a full disk. */
function isOfMachine(error: unknown): boolean {
  return error instanceof Error && 'errno' in error;
}

function respond(message: BuildResult): void {
  building = null;
  const isLast = !('built' in message && message.isReusable);
  process.send?.(message, () => isLast && process.exit(0));
}
