import type { Report } from '@studio/contract/http/reports';
import { Flag } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { SearchField } from '@/ui/fields/search-field.tsx';
import type { AdminSource } from '../../api/admin-client.ts';
import { type ReportsQuestion, useReports } from '../../api/list-queries.ts';
import * as texts from '../../texts.ts';
import type { Lent } from '../injected-components.ts';
import { ReportCells, reportColumns } from '../report-cells.tsx';
import { Listing, type ListingHandle } from '../table/admin-table.tsx';
import { ChoiceButtons } from '../table/table-filters.tsx';
import { ReportDialog } from './review-dialog.tsx';

const states = [
  { value: 'open', label: texts.open },
  { value: 'resolved', label: texts.resolved },
] as const;

/** Reports and appeals: first those that wait for a decision. */
export function ReportQueue({ source, lent }: { source: AdminSource; lent: Lent }) {
  const [question, setQuestion] = useState<ReportsQuestion>({ page: 1, search: '', state: 'open' });
  const list = useReports(source.call, question);
  const listing = useRef<ListingHandle>(null);
  const [read, setRead] = useState<Report | null>(null);
  const isOpen = question.state === 'open';

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
        <SearchField
          label={texts.searchReports}
          placeholder={texts.searchReportsHint}
          search={question.search}
          onSearch={(search) => setQuestion({ ...question, page: 1, search })}
        />
        <ChoiceButtons
          label={texts.state}
          choices={states}
          chosen={question.state}
          onChoose={(state) => setQuestion({ ...question, page: 1, state })}
        />
      </div>
      <Listing
        name={texts.reports}
        list={list}
        columns={reportColumns}
        ref={listing}
        loading={texts.loadingReports}
        failed={texts.loadFailed}
        empty={
          isOpen && question.search === ''
            ? { icon: Flag, title: texts.noOpenReports, text: texts.openReportsHint }
            : { icon: Flag, title: texts.noReports }
        }
        onPage={(page) => setQuestion({ ...question, page })}
        renderCells={(report) => (
          <ReportCells report={report}>
            <Button onClick={() => setRead(report)}>{isOpen ? texts.review : texts.readReport}</Button>
          </ReportCells>
        )}
      />
      {read && (
        <ReportDialog
          call={source.call}
          report={read}
          lent={lent}
          onDecided={() => {
            setRead(null);
            void listing.current?.refresh();
          }}
          onClose={() => setRead(null)}
        />
      )}
    </>
  );
}
