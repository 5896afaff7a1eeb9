import type { Compiled } from '@studio/engine/compile';
import type { CompileRequest } from './compile-messages.ts';

/** In characters of the projects that are kept; the oldest goes first. */
const capacity = 8_000_000;

/** What was compiled lately: a rerun and an undo are at hand at once. */
export interface CompileCache {
  get(request: CompileRequest): Compiled | undefined;
  set(request: CompileRequest, compiled: Compiled): void;
}

export function createCompileCache(): CompileCache {
  const kept = new Map<string, Compiled>();
  let size = 0;

  function remove(key: string): void {
    if (kept.delete(key)) size -= key.length;
  }

  return {
    get: (request) => kept.get(JSON.stringify(request)),
    set(request, compiled) {
      const key = JSON.stringify(request);
      remove(key);
      kept.set(key, compiled);
      size += key.length;
      for (const oldest of kept.keys()) {
        if (size <= capacity) return;
        remove(oldest);
      }
    },
  };
}
