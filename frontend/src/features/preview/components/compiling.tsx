import { Spinner } from '@/ui/spinner.tsx';
import * as texts from '../preview-texts.ts';

/** Shown while the code of a project takes longer to compile than one would want to wait in silence. */
export function Compiling() {
  return (
    <span role="status" className="ml-auto flex items-center gap-1.5 text-muted text-xs">
      <Spinner />
      {texts.compiling}
    </span>
  );
}
