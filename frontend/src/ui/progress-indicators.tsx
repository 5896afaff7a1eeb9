import { LoaderCircle } from 'lucide-react';
import { createStore } from 'zustand/vanilla';

/** The number of pending operations. */
export const workInProgress = createStore<number>(() => 0);

/** Shows the progress line while the work is pending, after a short delay. */
export async function showProgress<T>(work: Promise<T>): Promise<T> {
  workInProgress.setState((count) => count + 1, true);
  try {
    return await work;
  } finally {
    workInProgress.setState((count) => count - 1, true);
  }
}

/** A thin animated line at the top of the page; it appears after half a second. */
export function ProgressLine({ label }: { label: string }) {
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden bg-accent-soft opacity-100 transition-opacity delay-500 starting:opacity-0">
      <progress aria-label={label} className="sr-only" />
      <div className="absolute inset-y-0 w-1/3 animate-sweep bg-accent" />
    </div>
  );
}

/** A spinning icon beside a text. */
export function Spinner({ size = 14 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 animate-spin" />;
}
