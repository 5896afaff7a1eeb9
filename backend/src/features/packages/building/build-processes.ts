import { type ChildProcess, fork } from 'node:child_process';
import { childEnvironment } from '../../../config/config.js';
import { ownProgram } from '../../../own-files.js';
import { BuildFailed, BuildInterrupted } from './build-failed.js';
import type { BuildAnswer, BuildJob, BuiltPackage, BuiltPart } from './built-package.js';

/** Builds at the same time. */
export const buildsAtOnce = 3;
/** In milliseconds, after which a build is ended. */
export const buildDeadline = 60_000;
/** After which a process is killed that no build has come for; in milliseconds. */
const idleMs = 30_000;

/**
 * Each build has a process to itself. One that has built a package without trouble, and is still small, waits for the
 * next: to start takes longer than most builds.
 */
export class BuildProcesses {
  readonly #processes = new Set<ChildProcess>();
  /** Those that wait for a build, each with what ends it when none comes. */
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  #closed = false;

  /**
   * Starts the process of a build that will follow soon. Not while as many run as there may be: one of them has to end
   * first.
   */
  prepare(): void {
    if (this.#closed || this.#idle.size > 0 || this.#processes.size >= buildsAtOnce) return;
    this.#keep(this.#fork());
  }

  /**
   * @param within milliseconds, after which the process is killed
   * @throws BuildFailed
   */
  async run(job: BuildJob, within: number): Promise<BuiltPackage | BuiltPart> {
    if (this.#closed) throw new BuildInterrupted(`${job.name} cannot be built: the studio is stopping`);
    const child = this.#take() ?? this.#fork();
    const { promise, resolve, reject } = Promise.withResolvers<BuildAnswer>();
    const fail = (reason: string) => reject(new BuildInterrupted(`${job.name} ${reason}`));
    const onDisconnect = () => fail('cannot be built: the build ended');
    const onError = () => fail('cannot be built: there is no room for another process');
    const timer = setTimeout(() => fail('takes too long to be built'), within);
    child.once('message', resolve);
    // Not `exit`, which may come before the answer that was sent ahead of it.
    child.once('disconnect', onDisconnect);
    child.once('error', onError);
    // A process that was refused its files has nothing to send by, and says so afterwards.
    child.send?.(job, () => undefined);
    let isReusable = false;
    try {
      const answer = await promise;
      if (!('built' in answer)) throw new BuildFailed(`${job.name} cannot be built: ${answer.failure}`);
      isReusable = answer.isReusable;
      return answer.built;
    } finally {
      clearTimeout(timer);
      child.off('disconnect', onDisconnect).off('error', onError);
      if (isReusable && !this.#closed) this.#keep(child);
      else child.kill('SIGKILL');
    }
  }

  /** Ends the processes that are at work. */
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
    // It could not be started.
    child.once('error', forget);
    return child;
  }
}
