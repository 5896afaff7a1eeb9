import { type ChildProcess, fork } from 'node:child_process';
import { childEnvironment, npmEnvironment } from '../../../config/config.js';
import { ownProgram } from '../../../own-files.js';
import {
  type RegistryJob,
  RegistryRefusal,
  type RegistryRequest,
  type RegistryResponse,
  type RegistryResults,
  type RegistrySettings,
  RegistryTimeout,
  registryLimits,
} from './registry-jobs.js';

/** Milliseconds after which a job that the process has not ended itself is ended by killing the process. */
const deadlineMs = 2 * registryLimits.responseMs + 5_000;
/** Without a job for this long, the process ends. */
const idleMs = 60_000;
/** Milliseconds for which a registry that does not answer is not asked again. */
const silentMs = 30_000;

interface Waiting {
  job: RegistryJob;
  resolve(result: RegistryResults[RegistryJob['kind']]): void;
  reject(error: RegistryRefusal): void;
}

/** Runs the registry's jobs in a separate process, which starts with the first job and can be killed at any time. */
export class RegistryClient {
  readonly #settings: RegistrySettings;
  readonly #waiting = new Map<number, Waiting>();
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | null = null;
  #last = 0;
  /** When the registry last answered, and until when it is not asked, in milliseconds since the epoch. */
  #answeredAt = 0;
  #silentUntil = 0;
  #closed = false;

  constructor(settings: RegistrySettings) {
    this.#settings = settings;
  }

  /**
   * Once the registry has let a question for a version time out, and has answered nothing else meanwhile, further jobs
   * are refused at once for a while, so that nobody waits for each of them.
   * @throws RegistryRefusal
   */
  async ask<Job extends RegistryJob>(job: Job): Promise<RegistryResults[Job['kind']]> {
    if (this.#closed) throw new RegistryRefusal('registry_unavailable', 'The studio is stopping');
    const askedAt = Date.now();
    if (askedAt < this.#silentUntil) throw new RegistryTimeout(job);
    const child = this.#started();
    const { promise, resolve, reject } = Promise.withResolvers<RegistryResults[RegistryJob['kind']]>();
    const id = (this.#last += 1);
    this.#waiting.set(id, { job, resolve, reject });
    if (this.#idle) clearTimeout(this.#idle);
    const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
    // A process that could not be started has no `send`; its `error` event follows.
    child.send?.({ id, settings: this.#settings, job } satisfies RegistryRequest, () => undefined);
    try {
      const result = await promise;
      this.#answeredAt = Date.now();
      return result as RegistryResults[Job['kind']];
    } catch (error) {
      if (!(error instanceof RegistryTimeout)) this.#answeredAt = Date.now();
      else if (job.kind === 'find' && this.#answeredAt < askedAt) this.#silentUntil = Date.now() + silentMs;
      throw error;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end(), idleMs).unref();
    }
  }

  /** Kills the process with its jobs, and refuses further ones. */
  close(): void {
    this.#closed = true;
    if (this.#idle) clearTimeout(this.#idle);
    this.#end();
  }

  #end(): void {
    const child = this.#process;
    // A job that follows gets a process of its own; those that wait for this one are refused when it has ended.
    if (this.#waiting.size === 0) this.#process = null;
    child?.kill('SIGKILL');
  }

  #started(): ChildProcess {
    if (this.#process) return this.#process;
    const child = fork(ownProgram('features/packages/registry/registry-process'), {
      env: { ...childEnvironment(), ...npmEnvironment() },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (response: RegistryResponse) => {
      const waiting = this.#waiting.get(response.id);
      if ('result' in response) waiting?.resolve(response.result);
      else if ('isTimeout' in response) waiting?.reject(new RegistryTimeout(waiting.job));
      else waiting?.reject(new RegistryRefusal(response.refusal.code, response.refusal.message));
    });
    const end = () => this.#ended(child);
    child.once('exit', end);
    child.once('error', end);
    this.#process = child;
    return child;
  }

  #ended(child: ChildProcess): void {
    if (this.#process !== child) return;
    this.#process = null;
    const message = 'What the registry sent took too long, or too much memory. Try again in a minute';
    for (const { reject } of this.#waiting.values())
      reject(new RegistryRefusal('registry_unavailable', message));
  }
}
