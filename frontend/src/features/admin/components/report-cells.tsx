import type { Report } from '@studio/contract/http/reports';
import type { ReactNode } from 'react';
import { isolated } from '@/lib/isolated.ts';
import { actorName, reasonWords, reportStateWords } from '../model/words.ts';
import type { Column } from './listing.tsx';
import { Moment } from './moment.tsx';
import { StateMark } from './state-mark.tsx';

export const reportColumns: readonly Column[] = [
  { heading: 'Project', className: 'pl-4' },
  { heading: 'Reason', className: 'max-sm:hidden' },
  { heading: 'From', className: 'max-lg:hidden' },
  { heading: 'Filed', className: 'max-lg:hidden' },
  { heading: 'State', className: 'max-lg:hidden' },
  { heading: 'Actions', className: 'pr-4 text-right' },
];

/** One report or appeal in the queue. */
export function ReportCells({ report, children }: { report: Report; children: ReactNode }) {
  const { project, reporter, note, createdAt } = report;
  return (
    <>
      <th scope="row" className="w-full max-w-0 py-2 pr-2 pl-4 text-left font-normal">
        <span dir="auto" title={project.title} className="block truncate font-medium">
          {project.title}
        </span>
        <span className="block truncate text-muted text-sm">
          by {isolated(project.owner.username)}
          {note !== '' && ` · “${isolated(note)}”`}
        </span>
        <span className="flex flex-wrap items-center gap-1 text-faint text-sm lg:hidden">
          <span className="sm:hidden">
            <Kind report={report} />
          </span>
          {isolated(actorName(reporter))} · <Moment at={createdAt} />
        </span>
      </th>
      <td className="whitespace-nowrap p-2 max-sm:hidden">
        <Kind report={report} />
      </td>
      <td dir="auto" className="max-w-40 truncate p-2 text-muted max-lg:hidden">
        {actorName(reporter)}
      </td>
      <td className="p-2 text-muted max-lg:hidden">
        <Moment at={createdAt} />
      </td>
      <td className="whitespace-nowrap p-2 text-muted max-lg:hidden">{reportStateWords(report)}</td>
      <td className="py-2 pr-4 pl-2">
        <div className="flex justify-end">{children}</div>
      </td>
    </>
  );
}

function Kind({ report: { kind, reason } }: { report: Report }) {
  return kind === 'appeal' ? (
    <StateMark look="good" text="Appeal" />
  ) : (
    <StateMark look="warning" text={reasonWords[reason]} />
  );
}
