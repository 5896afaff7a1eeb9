import type { Report } from '@studio/contract/http/reports';
import type { ReactNode } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import * as texts from '../texts.ts';
import { Moment } from './moment.tsx';
import { StateMark } from './state-mark.tsx';
import type { Column } from './table/admin-table.tsx';

export const reportColumns: readonly Column[] = [
  { heading: texts.project, className: 'pl-4' },
  { heading: texts.reason, className: 'max-sm:hidden' },
  { heading: texts.reporter, className: 'max-lg:hidden' },
  { heading: texts.filed, className: 'max-lg:hidden' },
  { heading: texts.state, className: 'max-lg:hidden' },
  { heading: texts.actions, className: 'pr-4 text-right' },
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
          {texts.reportedProject(bidiIsolate(project.owner.username), bidiIsolate(note))}
        </span>
        <span className="flex flex-wrap items-center gap-1 text-faint text-sm lg:hidden">
          <span className="sm:hidden">
            <Kind report={report} />
          </span>
          {bidiIsolate(texts.actorName(reporter))} · <Moment at={createdAt} />
        </span>
      </th>
      <td className="whitespace-nowrap p-2 max-sm:hidden">
        <Kind report={report} />
      </td>
      <td dir="auto" className="max-w-40 truncate p-2 text-muted max-lg:hidden">
        {texts.actorName(reporter)}
      </td>
      <td className="p-2 text-muted max-lg:hidden">
        <Moment at={createdAt} />
      </td>
      <td className="whitespace-nowrap p-2 text-muted max-lg:hidden">{texts.reportStateWords(report)}</td>
      <td className="py-2 pr-4 pl-2">
        <div className="flex justify-end">{children}</div>
      </td>
    </>
  );
}

function Kind({ report: { kind, reason } }: { report: Report }) {
  return kind === 'appeal' ? (
    <StateMark look="good" text={texts.appeal} />
  ) : (
    <StateMark look="warning" text={texts.reasonWords[reason]} />
  );
}
