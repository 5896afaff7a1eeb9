import { Upload } from 'lucide-react';
import * as texts from '../texts.ts';

/** Lies over the library while files are held above it. */
export function DropHint() {
  return (
    <div className="pointer-events-none absolute inset-0 z-1 grid place-items-center bg-scrim p-2">
      <p className="flex h-full w-full items-center justify-center gap-2 rounded-lg border-2 border-accent border-dashed bg-accent-soft font-medium text-accent">
        <Upload size={16} aria-hidden />
        {texts.dropHint}
      </p>
    </div>
  );
}
