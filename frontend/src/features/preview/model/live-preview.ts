import type { CompileTarget } from '@studio/engine/compile';
import type { Problem } from '@studio/engine/problem';
import type { Source } from '@studio/engine/source';
import { browserTime } from '@/lib/time.ts';
import { createCompiler } from './compiler.ts';
import { PreviewStage, type StageOptions } from './preview-stage.ts';

interface LivePreviewOptions extends StageOptions {
  /** What the compilers say of the newest source; empty once all is well. */
  onProblems(problems: Problem[]): void;
  /** True while compiling, or loading compilers, lasts for more than a second. */
  onCompiling(compiling: boolean): void;
}

/** A project's sources in, a running page out. The last page that could be made stays up while the code is broken. */
export interface LivePreview {
  /** Shows what the sources make now; `rerun` runs it in any case. */
  show(source: Source, target: CompileTarget, options?: { rerun: boolean }): Promise<void>;
  /** Ends whatever runs. The next `show` starts anew. */
  stop(): void;
  destroy(): void;
}

export function createLivePreview(options: LivePreviewOptions): LivePreview {
  const stage = new PreviewStage(options);
  const compiler = createCompiler({ startWorker, time: browserTime, onSlow: options.onCompiling });
  return {
    async show(source, target, { rerun } = { rerun: false }) {
      try {
        const compiled = await compiler.compile(source, target);
        if (!compiled) return;
        options.onProblems(compiled.problems);
        if (compiled.document) stage.show(compiled.document, { rerun });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        options.onNotice('error', `Preview Error: the code could not be compiled (${reason})`);
      }
    },
    stop: () => stage.stop(),
    destroy() {
      stage.destroy();
      compiler.destroy();
    },
  };
}

function startWorker(): Worker {
  return new Worker(new URL('./compile.worker.ts', import.meta.url), { type: 'module' });
}
