import { compile } from '@studio/engine/compile';
import type { CompileAnswer, CompileRequest } from './compile-messages.ts';

/** The engine in a thread of its own: a compiler that is slow, or never ends, leaves the page alone. */
self.addEventListener('message', async ({ data }: MessageEvent<CompileRequest>) => {
  self.postMessage(await answer(data));
});

async function answer({ source, target }: CompileRequest): Promise<CompileAnswer> {
  try {
    return { compiled: await compile(source, target) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
