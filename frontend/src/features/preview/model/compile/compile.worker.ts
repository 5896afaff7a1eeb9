import { compile, loadCompilers } from '@studio/engine/compile';
import type { CompileAnswer, CompileRequest } from './compiler.ts';

/** The engine in a thread of its own: a compiler that is slow, or never ends, leaves the page alone. */
self.addEventListener('message', ({ data }: MessageEvent<CompileRequest>) => void answer(data));

async function answer({ source, target, classes }: CompileRequest): Promise<void> {
  try {
    await loadCompilers(source, target);
    send({ kind: 'loaded' });
    send({ kind: 'compiled', compiled: await compile(source, target, classes) });
  } catch (error) {
    send({ kind: 'fault', fault: error instanceof Error ? error.message : String(error) });
  }
}

function send(answer: CompileAnswer): void {
  self.postMessage(answer);
}
