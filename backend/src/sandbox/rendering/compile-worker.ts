import { parentPort } from 'node:worker_threads';
import { toHtml } from '@studio/engine/build-document';
import { type Compiled, type CompileTarget, compile } from '@studio/engine/compile';
import { endedCompile } from '@studio/engine/compile-deadline';
import type { Source } from '@studio/engine/source';

/** To the thread. One at a time. */
export interface CompileRequest {
  source: Source;
  target: CompileTarget;
}

/** From the thread: the answer, or the words of a fault of ours. */
export type CompileAnswer = { compiled: Compiled } | { fault: string };

/** In characters. Nobody writes such a page: styles that make others without end do, and it is not passed on. */
const longestPage = 16 * 1024 * 1024;

/** The engine in a thread of its own: code of anybody's can keep it busy, and the server stays alive. */
parentPort?.on('message', (request: CompileRequest) => void answer(request));

async function answer({ source, target }: CompileRequest): Promise<void> {
  let message: CompileAnswer;
  try {
    const compiled = await compile(source, target);
    const isTooLarge = compiled.document !== null && toHtml(compiled.document).length > longestPage;
    message = {
      compiled: isTooLarge ? { document: null, problems: [endedCompile(source, 'too large')] } : compiled,
    };
  } catch (error) {
    message = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(message);
}
