import type { Compiled, CompileTarget } from '@studio/engine/compile';
import type { Source } from '@studio/engine/source';

/** Page → worker. One at a time. */
export interface CompileRequest {
  source: Source;
  target: CompileTarget;
  /** Classes that the page has made while it ran. */
  classes: readonly string[];
}

/** Worker → page: first that the compilers are there and the work begins, then its result or the words of a fault of ours. */
export type CompileAnswer =
  | { kind: 'loaded' }
  | { kind: 'compiled'; compiled: Compiled }
  | { kind: 'fault'; fault: string };
