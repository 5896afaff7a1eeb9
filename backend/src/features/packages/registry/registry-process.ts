import { setUpChildProcess } from '../../../common/child-process.js';
import { fetchArchive } from './fetch-archive.js';
import { findVersion } from './find-version.js';
import { openRegistry } from './registry-access.js';
import {
  type RegistryJob,
  RegistryRefusal,
  type RegistryRequest,
  type RegistryResponse,
  type RegistryResults,
  type RegistrySettings,
  ResponseRefusal,
  subjectOf,
} from './registry-jobs.js';
import { searchRegistry } from './search-registry.js';

/**
 * The child process that sends requests to the registry: each message is a job, answered by a message with the same
 * number. Responses of the registry that need too much memory end only this process; the next job starts a new one.
 */
const memoryLimit = 1_024 * 1_048_576;
const watchEveryMs = 100;
const maxFound = 20;

setUpChildProcess();

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) process.exit(1);
}, watchEveryMs).unref();

process.on('message', ({ id, settings, job }: RegistryRequest) => {
  void work(settings, job)
    .then(
      (result): RegistryResponse => ({ id, result }),
      (error: unknown): RegistryResponse =>
        isTimeout(error) ? { id, isTimeout: true } : { id, refusal: refusalOf(job, error) },
    )
    .then((response) => process.send?.(response));
});
process.once('disconnect', () => process.exit(0));

async function work(
  settings: RegistrySettings,
  job: RegistryJob,
): Promise<RegistryResults[RegistryJob['kind']]> {
  const registry = await openRegistry(settings.address, job.kind === 'search' ? '' : job.name);
  if (job.kind === 'find') return findVersion(registry, job, settings.minAge);
  if (job.kind === 'search') return searchRegistry(registry, job.text, maxFound);
  return fetchArchive(registry, job);
}

/** Turns an error of npm's packages into a refusal with a message for the user who imports the package. */
function refusalOf(job: RegistryJob, error: unknown): Pick<RegistryRefusal, 'code' | 'message'> {
  const what = subjectOf(job);
  if (error instanceof RegistryRefusal) {
    const { code, message } = error;
    return {
      code,
      message: error instanceof ResponseRefusal ? `${what} cannot be fetched: ${message}` : message,
    };
  }
  const { code } = error as { code?: unknown };
  if (code === 'E404' && job.kind === 'fetch')
    return { code: 'unknown_version', message: `The registry has no archive of ${what}` };
  if (code === 'E404')
    return {
      code: 'unknown_package',
      message: `Neither this studio nor its registry has the package "${what}"`,
    };
  if (code === 'EINTEGRITY')
    return {
      code: 'refused',
      message: `The archive of ${what} does not have the hash that the registry names`,
    };
  return {
    code: 'registry_unavailable',
    message: `${what} cannot be fetched: the registry has failed. Try again in a minute`,
  };
}

function isTimeout(error: unknown): boolean {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return name === 'AbortError' || name === 'TimeoutError' || /TIMEOUT|ABORT/.test(String(code));
}
