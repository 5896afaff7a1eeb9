import { parentPort } from 'node:worker_threads';
import { type Compiled, type CompileTarget, compile } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';

/** To the thread. One at a time. */
export interface CompileRequest {
  source: Source;
  target: CompileTarget;
}

/** From the thread: the answer, or the words of a fault of ours. */
export type CompileAnswer = { compiled: Compiled } | { fault: string };

/** The engine in a thread of its own: code of anybody's can keep it busy, and the server stays alive. */
parentPort?.on('message', (request: CompileRequest) => void answer(request));

async function answer({ source, target }: CompileRequest): Promise<void> {
  let message: CompileAnswer;
  try {
    message = { compiled: await compile(source, target) };
  } catch (error) {
    message = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(message);
}
