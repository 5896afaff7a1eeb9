import type { StudioConfig } from '@studio/contract/http/studio';
import type { CompileTarget } from '@studio/engine/compile';

/** The compile target of previews beside an editor: development mode. */
export function previewTarget({ librarySource, moduleCdn, packages }: StudioConfig): CompileTarget {
  return {
    mode: 'development',
    libraries: librarySource,
    moduleCdn,
    hasPackages: packages,
    checkLoops: true,
  };
}
