import { type ChildProcess, fork } from 'node:child_process';
import { childEnvironment } from '../../../config/config.js';
import { ownProgram } from '../../../own-files.js';
import { BuildFailed } from './build-failed.js';
import type { BuildAnswer, BuildJob, BuiltPackage, BuiltPart } from './built-package.js';

/** Builds at the same time. */
export const buildsAtOnce = 3;
/** In milliseconds, after which a build is ended. */
export const buildDeadline = 60_000;
/** After which a process is killed that no build has come for; in milliseconds. */
const spareMs = 30_000;

/** Each build has a process of its own, which ends with it. */
export class BuildProcesses {
  readonly #processes = new Set<ChildProcess>();
  /** Has started, and waits for a build. */
  #spare: ChildProcess | null = null;
  #closed = false;

  /**
   * Starts the process of a build that will follow soon: starting takes longer than most builds. Not while as many run
   * as there may be: one of them has to end first.
   */
  prepare(): void {
    if (this.#closed || this.#spare || this.#processes.size >= buildsAtOnce) return;
    const spare = this.#fork();
    this.#spare = spare;
    const end = () => {
      if (this.#spare === spare) spare.kill('SIGKILL');
    };
    setTimeout(end, spareMs).unref();
  }

  /**
   * @param within milliseconds, after which the process is killed
   * @throws BuildFailed
   */
  async run(job: BuildJob, within: number): Promise<BuiltPackage | BuiltPart> {
    const child = this.#spare?.connected ? this.#spare : this.#fork();
    this.#spare = null;
    const { promise, resolve, reject } = Promise.withResolvers<BuiltPackage | BuiltPart>();
    const fail = (reason: string) => reject(new BuildFailed(`${job.name} ${reason}`));
    const timer = setTimeout(() => fail('takes too long to be built'), within);
    child.once('message', (answer: BuildAnswer) => {
      if ('built' in answer) resolve(answer.built);
      else fail(`cannot be built: ${answer.failure}`);
    });
    // Not `exit`, which may come before the answer that was sent ahead of it.
    child.once('disconnect', () => fail('cannot be built: the build ended'));
    child.once('error', () => fail('cannot be built: there is no room for another process'));
    // A process that was refused its files has nothing to send by, and says so afterwards.
    child.send?.(job, () => undefined);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
  }

  /** Ends the processes that are at work. */
  close(): void {
    this.#closed = true;
    for (const process of this.#processes) process.kill('SIGKILL');
  }

  #fork(): ChildProcess {
    const entry = ownProgram('features/packages/building/build-process');
    const child = fork(entry, { env: childEnvironment(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#processes.add(child);
    const forget = () => {
      this.#processes.delete(child);
      if (this.#spare === child) this.#spare = null;
    };
    child.once('exit', forget);
    // It could not be started.
    child.once('error', forget);
    return child;
  }
}
