import type { ModeratedProject } from '@studio/contract/http/admin';
import type { ReactNode } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import * as texts from '../texts.ts';
import { StateMark } from './state-mark.tsx';
import type { Column } from './table/admin-table.tsx';

const number = 'text-right tabular-nums max-lg:hidden';

export const projectColumns: readonly Column[] = [
  { heading: texts.project, className: 'pl-4' },
  { heading: texts.state, className: 'max-sm:hidden' },
  { heading: texts.views, className: number },
  { heading: texts.likes, className: number },
  { heading: texts.forks, className: number },
  { heading: texts.openReports, className: number },
  { heading: texts.actions, className: 'pr-4 text-right' },
];

/** One project: what it is, whose it is, how it stands, and what can be done about it. */
export function ProjectCells({ project, children }: { project: ModeratedProject; children: ReactNode }) {
  const { title, username, views, likes, forkCount, openReports, ownerSuspended } = project;
  return (
    <>
      <th scope="row" className="w-full max-w-0 py-2 pr-2 pl-4 text-left font-normal">
        <span dir="auto" title={title} className="block truncate font-medium">
          {title}
        </span>
        <span className="block truncate text-muted text-sm">
          {bidiIsolate(username)}
          {ownerSuspended && texts.ownerSuspended}
        </span>
        <span className="flex flex-wrap gap-1 sm:hidden">
          <States project={project} />
        </span>
        <span className="block truncate text-faint text-sm lg:hidden">
          {texts.figures({ views, likes, forkCount })}
        </span>
        {openReports > 0 && (
          <span className="block text-sm text-warning lg:hidden">{texts.countedReports(openReports)}</span>
        )}
      </th>
      <td className="whitespace-nowrap p-2 max-sm:hidden">
        <States project={project} />
      </td>
      <td className={`p-2 ${number}`}>{views.toLocaleString()}</td>
      <td className={`p-2 ${number}`}>{likes.toLocaleString()}</td>
      <td className={`p-2 ${number}`}>{forkCount.toLocaleString()}</td>
      <td className={`p-2 ${number}`}>
        {openReports === 0 ? 0 : <StateMark look="warning" text={openReports.toLocaleString()} />}
      </td>
      <td className="py-2 pr-4 pl-2">
        <div className="flex justify-end gap-1 max-md:flex-col">{children}</div>
      </td>
    </>
  );
}

function States({ project: { isPublic, isEmbeddable, removedAt } }: { project: ModeratedProject }) {
  const seenBy = isPublic ? texts.isPublic : isEmbeddable ? texts.isEmbeddable : texts.isPrivate;
  return removedAt !== null ? (
    <StateMark look="danger" text={texts.removed} />
  ) : (
    <StateMark look={isPublic || isEmbeddable ? 'good' : 'plain'} text={seenBy} />
  );
}
