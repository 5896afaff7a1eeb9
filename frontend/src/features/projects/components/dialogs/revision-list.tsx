import type { RevisionSummary } from '@studio/contract/http/revisions';
import { useId } from 'react';
import { momentTexts } from '@/ui/moment.tsx';
import * as texts from '../../revision-texts.ts';

interface RevisionListProps {
  /** Newest first. */
  revisions: RevisionSummary[];
  /** The number of one of them. */
  chosen: number;
  /** Only other titles are worth a line. */
  presentTitle: string;
  onChoose: (rev: number) => void;
}

/** The revisions to choose one from: a group of radio buttons, so that the arrow keys lead through them. */
export function RevisionList({ revisions, chosen, presentTitle, onChoose }: RevisionListProps) {
  const name = useId();
  const moments = momentTexts(revisions.map(({ changedAt }) => changedAt));
  return (
    <fieldset className="max-h-44 shrink-0 overflow-auto border-b p-2 md:max-h-none md:w-64 md:border-r md:border-b-0">
      <legend className="sr-only">{texts.revisions}</legend>
      {revisions.map((revision, index) => (
        <label
          key={revision.rev}
          className="relative flex min-h-hit flex-col rounded-md px-2.5 py-1.5 hover:bg-hover has-checked:bg-chosen has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={revision.rev === chosen}
            onChange={() => onChoose(revision.rev)}
            className="sr-only"
          />
          {revision.name !== null && (
            <span dir="auto" className="break-words font-medium">
              {revision.name}
            </span>
          )}
          <time dateTime={revision.changedAt} className="tabular-nums">
            {moments[index]}
          </time>
          <span className="break-words text-muted text-sm">{texts.changeText(revision)}</span>
          {revision.title !== presentTitle && (
            <span dir="auto" className="truncate text-muted text-sm">
              {revision.title}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
