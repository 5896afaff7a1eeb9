import { type ChildProcess, fork } from 'node:child_process';
import { childEnvironment } from '../../../config/config.js';
import { ownProgram } from '../../../own-files.js';
import { BuildFailed, BuildInterrupted } from './build-failed.js';
import type { BuildJob, BuildResult, BuiltPackage, BuiltPart } from './built-package.js';

/** How many builds run at the same time. */
export const maxConcurrentBuilds = 3;
/** Time limit of a build, in milliseconds. */
export const buildDeadlineMs = 60_000;
/** How long an idle process is kept, in milliseconds. */
const idleMs = 30_000;

/**
 * Runs each build in a process of its own. A process that has succeeded and is still small is reused, because
 * starting one takes longer than most builds.
 */
export class BuildProcesses {
  readonly #processes = new Set<ChildProcess>();
  /** Processes that wait for a build, with the timers that end them. */
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  #closed = false;

  /**
   * Starts a process for a build that will follow soon, unless one is idle or the maximum is running.
   */
  prepare(): void {
    if (this.#closed || this.#idle.size > 0 || this.#processes.size >= maxConcurrentBuilds) return;
    this.#keep(this.#fork());
  }

  /**
   * Runs a build.
   * @param within time limit in milliseconds, after which the process is killed
   * @throws BuildFailed
   */
  async run(job: BuildJob, within: number): Promise<BuiltPackage | BuiltPart> {
    if (this.#closed) throw new BuildInterrupted(`${job.name} cannot be built: the studio is stopping`);
    const child = this.#take() ?? this.#fork();
    const { promise, resolve, reject } = Promise.withResolvers<BuildResult>();
    const fail = (reason: string) => reject(new BuildInterrupted(`${job.name} ${reason}`));
    const onDisconnect = () => fail('cannot be built: the build ended');
    const onError = () => fail('cannot be built: there is no room for another process');
    const timer = setTimeout(() => fail('takes too long to be built'), within);
    child.once('message', resolve);
    // Not `exit`, which may arrive before a response that was sent earlier.
    child.once('disconnect', onDisconnect);
    child.once('error', onError);
    // A process that could not be started has no `send`; its `error` event follows.
    child.send?.(job, () => undefined);
    let isReusable = false;
    try {
      const response = await promise;
      if (!('built' in response)) {
        const Failure = response.isPassing ? BuildInterrupted : BuildFailed;
        throw new Failure(`${job.name} cannot be built: ${response.failure}`);
      }
      isReusable = response.isReusable;
      return response.built;
    } finally {
      clearTimeout(timer);
      child.off('disconnect', onDisconnect).off('error', onError);
      if (isReusable && !this.#closed) this.#keep(child);
      else child.kill('SIGKILL');
    }
  }

  /** Kills all processes. */
  close(): void {
    this.#closed = true;
    for (const process of this.#processes) process.kill('SIGKILL');
  }

  #keep(child: ChildProcess): void {
    this.#idle.set(child, setTimeout(() => child.kill('SIGKILL'), idleMs).unref());
  }

  #take(): ChildProcess | null {
    for (const [child, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(child);
      if (child.connected && !child.killed) return child;
    }
    return null;
  }

  #fork(): ChildProcess {
    const entry = ownProgram('features/packages/building/build-process');
    const child = fork(entry, { env: childEnvironment(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#processes.add(child);
    const forget = () => {
      this.#processes.delete(child);
      clearTimeout(this.#idle.get(child));
      this.#idle.delete(child);
    };
    child.once('exit', forget);
    // Emitted if it could not be started.
    child.once('error', forget);
    return child;
  }
}
