import { compile, loadCompilers } from '@studio/engine/compile';
import type { CompileRequest, CompileResponse } from './compiler.ts';

/** Runs the engine in a worker, so that a slow or endless compiler does not block the page. */
self.addEventListener('message', ({ data }: MessageEvent<CompileRequest>) => void compileRequest(data));

async function compileRequest({ source, target, classes }: CompileRequest): Promise<void> {
  try {
    await loadCompilers(source, target);
    send({ kind: 'loaded' });
    send({ kind: 'compiled', compiled: await compile(source, target, classes) });
  } catch (error) {
    send({ kind: 'fault', fault: error instanceof Error ? error.message : String(error) });
  }
}

function send(response: CompileResponse): void {
  self.postMessage(response);
}
