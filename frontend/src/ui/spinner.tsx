import { LoaderCircle } from 'lucide-react';

/** A turning ring beside the words that say what is being waited for. */
export function Spinner({ size = 14 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 animate-spin" />;
}
