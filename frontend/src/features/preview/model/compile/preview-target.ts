import type { StudioConfig } from '@studio/contract/http/studio';
import type { CompileTarget } from '@studio/engine/compile';

/** How previews in the page are compiled: for somebody who is still writing. */
export function previewTarget({ librarySource, moduleCdn }: StudioConfig): CompileTarget {
  return { mode: 'development', libraries: librarySource, moduleCdn, checkLoops: true };
}
