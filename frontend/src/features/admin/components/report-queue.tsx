import type { Report } from '@studio/contract/http/reports';
import { Flag } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { SearchField } from '@/ui/search-field.tsx';
import type { AdminSource } from '../api/admin-source.ts';
import { type ReportsQuestion, useReports } from '../api/lists.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import type { Lent } from './lent.ts';
import { Listing, type ListingHandle } from './listing.tsx';
import { ReportCells, reportColumns } from './report-cells.tsx';
import { ReportDialog } from './report-dialog.tsx';

const states = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
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
          label="Search reports"
          placeholder="Search project or person"
          search={question.search}
          onSearch={(search) => setQuestion({ ...question, page: 1, search })}
        />
        <ChoiceButtons
          label="State"
          choices={states}
          chosen={question.state}
          onChoose={(state) => setQuestion({ ...question, page: 1, state })}
        />
      </div>
      <Listing
        name="Reports"
        list={list}
        columns={reportColumns}
        ref={listing}
        loading="Loading reports..."
        failed="Failed to load admin data"
        empty={
          isOpen && question.search === ''
            ? { icon: Flag, title: 'No open reports', text: 'New reports and appeals appear here.' }
            : { icon: Flag, title: 'No reports found' }
        }
        onPage={(page) => setQuestion({ ...question, page })}
        renderCells={(report) => (
          <ReportCells report={report}>
            <Button onClick={() => setRead(report)}>{isOpen ? 'Review' : 'Read'}</Button>
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
