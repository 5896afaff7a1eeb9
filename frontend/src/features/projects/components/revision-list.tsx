import type { RevisionSummary } from '@studio/contract/http/revisions';
import { useId } from 'react';
import { momentText } from '@/ui/moment-text.ts';

const kinds: Record<RevisionSummary['kind'], string> = { manual: 'Saved by hand', auto: 'Automatic save' };

interface RevisionListProps {
  /** Newest first. */
  revisions: RevisionSummary[];
  /** The number of one of them. */
  chosen: number;
  onChoose: (rev: number) => void;
}

/** The revisions to choose one from: a group of radio buttons, so that the arrow keys lead through them. */
export function RevisionList({ revisions, chosen, onChoose }: RevisionListProps) {
  const name = useId();
  return (
    <fieldset className="max-h-44 shrink-0 overflow-auto border-b p-2 md:max-h-none md:w-64 md:border-r md:border-b-0">
      <legend className="sr-only">Revisions</legend>
      {revisions.map(({ rev, createdAt, kind, title }) => (
        <label
          key={rev}
          className="relative flex min-h-hit flex-col rounded-md px-2.5 py-1.5 hover:bg-hover has-checked:bg-chosen has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={rev === chosen}
            onChange={() => onChoose(rev)}
            className="sr-only"
          />
          <time dateTime={createdAt} className="tabular-nums">
            {momentText(createdAt)}
          </time>
          <span className="flex gap-2 text-muted text-sm">
            <span className="shrink-0">{kinds[kind]}</span>
            <span dir="auto" className="truncate">
              {title}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
