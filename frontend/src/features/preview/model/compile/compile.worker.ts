import { compile, loadCompilers } from '@studio/engine/compile';
import { watchLoading } from '@studio/engine/load-on-demand';
import type { CompileRequest, CompileResponse } from './compiler.ts';

/** Runs the engine in a worker, so that a slow or endless compiler does not block the page. */
self.addEventListener('message', ({ data }: MessageEvent<CompileRequest>) => void compileRequest(data));

async function compileRequest({ source, target, classes }: CompileRequest): Promise<void> {
  try {
    watchLoading(null);
    await loadCompilers(source, target);
    send({ kind: 'loaded' });
    watchLoading((isLoading) => send({ kind: isLoading ? 'loading' : 'loaded' }));
    send({ kind: 'compiled', compiled: await compile(source, target, classes) });
  } catch (error) {
    send({ kind: 'fault', fault: error instanceof Error ? error.message : String(error) });
  }
}

function send(response: CompileResponse): void {
  self.postMessage(response);
}
