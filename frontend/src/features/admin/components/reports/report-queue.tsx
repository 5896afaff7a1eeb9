import type { Report } from '@studio/contract/http/reports';
import { Flag } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { Button } from '@/ui/button.tsx';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { Moment } from '@/ui/moment.tsx';
import type { AdminSource } from '../../api/admin-client.ts';
import { type ReportsQuery, useReports } from '../../api/admin-queries.ts';
import * as texts from '../../texts.ts';
import type { InjectedComponents } from '../injected-components.ts';
import { AdminTable, type AdminTableHandle, type Column, StateBadge } from '../table/admin-table.tsx';
import { ChoiceButtons } from '../table/table-filters.tsx';
import { ReviewDialog } from './review-dialog.tsx';

const states = [
  { value: 'open', label: texts.open },
  { value: 'resolved', label: texts.resolved },
] as const;

/** The tab with reports and appeals, open ones first. */
export function ReportQueue({ source, injected }: { source: AdminSource; injected: InjectedComponents }) {
  const [query, setQuery] = useState<ReportsQuery>({ page: 1, search: '', state: 'open' });
  const list = useReports(source.call, query);
  const table = useRef<AdminTableHandle>(null);
  const [read, setRead] = useState<Report | null>(null);
  const isOpen = query.state === 'open';

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
        <SearchField
          label={texts.searchReports}
          placeholder={texts.searchReportsHint}
          search={query.search}
          onSearch={(search) => setQuery({ ...query, page: 1, search })}
        />
        <ChoiceButtons
          label={texts.state}
          choices={states}
          chosen={query.state}
          onChoose={(state) => setQuery({ ...query, page: 1, state })}
        />
      </div>
      <AdminTable
        name={texts.reports}
        list={list}
        columns={reportColumns}
        ref={table}
        loading={texts.loadingReports}
        failed={texts.loadFailed}
        empty={
          isOpen && query.search === ''
            ? { icon: Flag, title: texts.noOpenReports, text: texts.openReportsHint }
            : { icon: Flag, title: texts.noReports }
        }
        onPage={(page) => setQuery({ ...query, page })}
        renderCells={(report) => (
          <ReportCells report={report}>
            <Button onClick={() => setRead(report)}>{isOpen ? texts.review : texts.readReport}</Button>
          </ReportCells>
        )}
      />
      {read && (
        <ReviewDialog
          call={source.call}
          opened={read}
          injected={injected}
          onDecided={() => {
            // Another report may be open by the time of the answer.
            setRead((now) => (now === read ? null : now));
            void table.current?.refresh();
          }}
          onClose={() => setRead(null)}
        />
      )}
    </>
  );
}

const reportColumns: readonly Column[] = [
  { heading: texts.project, className: 'pl-4' },
  { heading: texts.reason, className: 'max-sm:hidden' },
  { heading: texts.reporter, className: 'max-lg:hidden' },
  { heading: texts.filed, className: 'max-lg:hidden' },
  { heading: texts.state, className: 'max-lg:hidden' },
  { heading: texts.actions, className: 'pr-4 text-right' },
];

/** The cells of the row of a report or an appeal. */
function ReportCells({ report, children }: { report: Report; children: ReactNode }) {
  const { project, reporter, createdAt } = report;
  return (
    <>
      <th scope="row" className="w-full max-w-0 py-2 pr-2 pl-4 text-left font-normal">
        <span dir="auto" title={project.title} className="block truncate font-medium">
          {project.title}
        </span>
        <span className="flex text-muted text-sm">
          <span className="max-w-3/5 shrink-0 truncate">{texts.reportedProject(report)}</span>
          {report.note !== '' && (
            <>
              <span className="whitespace-pre"> · </span>
              {/* An element of its own: a note that reads from right to left is cut off at its end, too. */}
              <span dir="auto" className="truncate">{`“${report.note}”`}</span>
            </>
          )}
        </span>
        <span className="wrap-anywhere flex flex-wrap items-center gap-1 text-faint text-sm lg:hidden">
          <span className="sm:hidden">
            <Kind report={report} />
          </span>
          {bidiIsolate(texts.accountName(reporter))} · <Moment at={createdAt} />
        </span>
      </th>
      <td className="whitespace-nowrap p-2 max-sm:hidden">
        <Kind report={report} />
      </td>
      <td dir="auto" className="max-w-40 truncate p-2 text-muted max-lg:hidden">
        {texts.accountName(reporter)}
      </td>
      <td className="p-2 text-muted max-lg:hidden">
        <Moment at={createdAt} />
      </td>
      <td className="whitespace-nowrap p-2 text-muted max-lg:hidden">
        {texts.reportStateWords[report.state]}
      </td>
      <td className="py-2 pr-4 pl-2">
        <div className="flex justify-end">{children}</div>
      </td>
    </>
  );
}

function Kind({ report: { kind, reason } }: { report: Report }) {
  return kind === 'appeal' ? (
    <StateBadge look="good" text={texts.appeal} />
  ) : (
    <StateBadge look="warning" text={texts.reasonWords[reason]} />
  );
}
