import { type ChildProcess, fork } from 'node:child_process';
import { type CompileEnd, compileDeadlineMs, endedCompile } from '@studio/engine/compile-deadline';
import { childEnvironment } from '../../config/config.js';
import { ownProgram } from '../../own-files.js';
import type { CompileOutcome, CompileRequest, CompileResponse } from './compile-process.js';

const memoryLimitMb = 256;

type Ended = Exclude<CompileResponse, 'loaded'>;

/**
 * Compiles one project at a time, in a process that is replaced after a project that would never end. A thread is not
 * enough: V8 ends the whole process if a thread requests much more memory at once than its limit.
 */
export class PageCompiler {
  #process: ChildProcess | null = null;

  /** @throws Error for an internal error; if the project crashes the process, that is one of its problems. */
  async compile(request: CompileRequest): Promise<CompileOutcome> {
    const child = (this.#process ??= this.#fork());
    const outcome = await this.#ask(child, request);
    if (typeof outcome === 'object') {
      if ('fault' in outcome) throw new Error(outcome.fault);
      return outcome;
    }
    this.close();
    return { problems: [endedCompile(request.source, outcome)] };
  }

  /** Ends the process and its work, to free the memory; the next project starts a new one. */
  close(): void {
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }

  async #ask(child: ChildProcess, request: CompileRequest): Promise<Ended | CompileEnd> {
    const { promise, resolve, reject } = Promise.withResolvers<Ended | CompileEnd>();
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      // V8 ends a process without memory left this way; 134 is the code on Windows.
      if (signal === 'SIGABRT' || code === 134) resolve('too large');
      else reject(new Error(`The compiling process ended (${signal ?? code})`));
    };
    let timer: NodeJS.Timeout | undefined;
    const onResponse = (response: CompileResponse) => {
      if (response !== 'loaded') resolve(response);
      // Loading the compilers is not counted: the time limit starts with the project itself.
      else timer = setTimeout(() => resolve('too slow'), compileDeadlineMs);
    };
    child.on('message', onResponse).once('error', reject).once('exit', onExit);
    // If sending fails, the process has ended or could not start (too many open files): `exit` or `error` reports that.
    child.send?.(request, () => undefined);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      child.off('message', onResponse).off('error', reject).off('exit', onExit);
    }
  }

  #fork(): ChildProcess {
    const child = fork(ownProgram('sandbox/rendering/compile-process'), {
      env: childEnvironment(),
      execArgv: [...process.execArgv, `--max-old-space-size=${memoryLimitMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // An idle process must not keep the server alive.
    child.unref();
    child.channel?.unref();
    const forget = () => {
      if (this.#process === child) this.#process = null;
    };
    child.once('exit', forget);
    // Emitted if the process could not be started.
    child.on('error', forget);
    return child;
  }
}
