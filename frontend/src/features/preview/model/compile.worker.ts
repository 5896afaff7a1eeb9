import { type CompileTarget, compile } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';
import type { CompileAnswer, CompileRequest } from './compile-messages.ts';

/** Configurations whose compilers are loaded. */
const prepared = new Set<string>();

/** The engine in a thread of its own: a compiler that is slow, or never ends, leaves the page alone. */
self.addEventListener('message', ({ data }: MessageEvent<CompileRequest>) => void answer(data));

async function answer({ source, target, classes }: CompileRequest): Promise<void> {
  try {
    await prepare(source, target);
    send({ kind: 'loaded' });
    send({ kind: 'compiled', compiled: await compile(source, target, classes) });
  } catch (error) {
    send({ kind: 'fault', fault: error instanceof Error ? error.message : String(error) });
  }
}

/** Loads the compilers of such a project, by having them compile next to nothing. */
async function prepare({ frameworkConfig }: Source, target: CompileTarget): Promise<void> {
  const configuration = JSON.stringify(frameworkConfig);
  if (prepared.has(configuration)) return;
  await compile({ html: '', css: 'a{}', js: ';', frameworkConfig }, target);
  prepared.add(configuration);
}

function send(answer: CompileAnswer): void {
  self.postMessage(answer);
}
