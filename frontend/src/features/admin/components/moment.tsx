import { momentText } from '@/ui/moment.tsx';

/** A moment in the reader's own way of writing dates. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {momentText(at)}
    </time>
  );
}
