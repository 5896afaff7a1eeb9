import { type ChildProcess, fork } from 'node:child_process';
import { childEnvironment, npmEnvironment } from '../../../config/config.js';
import { ownProgram } from '../../../own-files.js';
import {
  type RegistryAnswer,
  type RegistryJob,
  type RegistryQuestion,
  RegistryRefusal,
  type RegistryResults,
  type RegistrySettings,
  registryLimits,
} from './registry-jobs.js';

/** Milliseconds after which a job that the process has not ended itself is ended by killing the process. */
const deadline = 2 * registryLimits.answerMs + 5_000;
/** Without a job for this long, the process ends. */
const idleMs = 60_000;

interface Waiting {
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
  #closed = false;

  constructor(settings: RegistrySettings) {
    this.#settings = settings;
  }

  /** @throws RegistryRefusal */
  async ask<Job extends RegistryJob>(job: Job): Promise<RegistryResults[Job['kind']]> {
    if (this.#closed) throw new RegistryRefusal('registry_unavailable', 'The studio is stopping');
    const child = this.#started();
    const { promise, resolve, reject } = Promise.withResolvers<RegistryResults[RegistryJob['kind']]>();
    const id = (this.#last += 1);
    this.#waiting.set(id, { resolve, reject });
    if (this.#idle) clearTimeout(this.#idle);
    const timer = setTimeout(() => child.kill('SIGKILL'), deadline);
    // A process that could not be started has no `send`; its `error` event follows.
    child.send?.({ id, settings: this.#settings, job } satisfies RegistryQuestion, () => undefined);
    try {
      return (await promise) as RegistryResults[Job['kind']];
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
    this.#process?.kill('SIGKILL');
  }

  #started(): ChildProcess {
    if (this.#process) return this.#process;
    const child = fork(ownProgram('features/packages/registry/registry-process'), {
      env: { ...childEnvironment(), ...npmEnvironment() },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (answer: RegistryAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      if ('result' in answer) waiting?.resolve(answer.result);
      else waiting?.reject(new RegistryRefusal(answer.refusal.code, answer.refusal.message));
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
