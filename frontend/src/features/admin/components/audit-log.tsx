import { type AuditAction, type AuditEntry, auditActions } from '@studio/contract/http/audit';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { download } from '@/lib/files/download.ts';
import { Button } from '@/ui/button.tsx';
import { SearchField } from '@/ui/fields/search-field.tsx';
import { Select } from '@/ui/fields/select.tsx';
import { Moment } from '@/ui/moment.tsx';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import type { AdminSource } from '../api/admin-client.ts';
import { type AuditQuery, fetchAuditFile, useAuditLog } from '../api/admin-queries.ts';
import * as texts from '../texts.ts';
import { AdminTable, type Column } from './table/admin-table.tsx';
import { DayField } from './table/table-filters.tsx';

const actionOptions: { value: AuditAction | ''; label: string }[] = [
  { value: '', label: texts.all },
  ...auditActions.map((value) => ({ value, label: texts.auditWords[value] })),
];

const columns: readonly Column[] = [
  { heading: texts.what, className: 'pl-4' },
  { heading: texts.who, className: 'max-sm:hidden' },
  { heading: texts.when, className: 'max-lg:hidden' },
  { heading: texts.why, className: 'pr-4 max-lg:hidden' },
];

/** The audit log, with filters and a CSV download. */
export function AuditLog({ source }: { source: AdminSource }) {
  const [query, setQuery] = useState<AuditQuery>({
    page: 1,
    search: '',
    action: '',
    firstDay: '',
    lastDay: '',
  });
  const list = useAuditLog(source.call, query);
  const [fetching, setFetching] = useState(false);
  const changeQuery = (change: Partial<AuditQuery>) => setQuery({ ...query, page: 1, ...change });

  const save = async () => {
    setFetching(true);
    const file = await showProgress(fetchAuditFile(source, query));
    setFetching(false);
    if (file.ok) download(`audit-log-${new Date().toISOString().slice(0, 10)}.csv`, file.data);
    else toast({ title: texts.downloadFailed, description: file.error.message, tone: 'danger' });
  };

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
        <SearchField
          label={texts.searchAuditLog}
          placeholder={texts.searchAuditLogHint}
          search={query.search}
          onSearch={(search) => changeQuery({ search })}
        />
        <Select
          label={texts.action}
          value={query.action}
          options={actionOptions}
          onChange={(action) => changeQuery({ action })}
        />
        <DayField
          label={texts.fromDay}
          day={query.firstDay}
          onDay={(firstDay) => changeQuery({ firstDay })}
        />
        <DayField label={texts.toDay} day={query.lastDay} onDay={(lastDay) => changeQuery({ lastDay })} />
        <Button busy={fetching} onClick={save}>
          {texts.downloadCsv}
        </Button>
      </div>
      <AdminTable
        name={texts.auditLog}
        list={list}
        columns={columns}
        loading={texts.loadingAuditLog}
        failed={texts.loadFailed}
        empty={{ icon: ScrollText, title: texts.noEntries }}
        onPage={(page) => setQuery({ ...query, page })}
        renderCells={(entry) => <AuditCells entry={entry} />}
      />
    </>
  );
}

function AuditCells({ entry }: { entry: AuditEntry }) {
  const { action, actor, subject, at, reason } = entry;
  return (
    <>
      <th scope="row" className="py-2 pr-2 pl-4 text-left align-top font-normal">
        <span className="block text-muted text-sm">{texts.auditWords[action]}</span>
        <span dir="auto" className="block break-words font-medium [overflow-wrap:anywhere]">
          {subject.name}
        </span>
        <span className="block text-faint text-sm lg:hidden">
          <span className="sm:hidden">{bidiIsolate(texts.actorName(actor))} · </span>
          <Moment at={at} />
        </span>
        <span dir="auto" className="wrap-anywhere block text-muted text-sm lg:hidden">
          {reason}
        </span>
      </th>
      <td dir="auto" className="max-w-40 truncate p-2 align-top max-sm:hidden">
        {texts.actorName(actor)}
      </td>
      <td className="p-2 align-top text-muted max-lg:hidden">
        <Moment at={at} />
      </td>
      <td dir="auto" className="wrap-anywhere max-w-96 py-2 pr-4 pl-2 align-top text-muted max-lg:hidden">
        {reason}
      </td>
    </>
  );
}
