import type { Compiled, CompileTarget } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';

/** Page → worker. One at a time. */
export interface CompileRequest {
  source: Source;
  target: CompileTarget;
}

/** Worker → page: the answer, or the words of a fault of ours. */
export type CompileAnswer = { compiled: Compiled } | { fault: string };
