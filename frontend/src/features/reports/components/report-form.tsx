import { type ReportReason, reportReasons, reportRoutes } from '@studio/contract/http/reports';
import type { ProjectKey } from '@studio/contract/project-key';
import { type FormEvent, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { NoteField } from '@/ui/fields/text-field.tsx';
import * as texts from '../texts.ts';

interface ReportFormProps {
  call: Call;
  /** The project, or its published version. */
  projectKey: ProjectKey;
  /** The report was sent. */
  onSent: () => void;
}

/** The form of a report to the moderators (specification: Moderation). Text that could not be sent stays as long as the form. */
export function ReportForm({ call, projectKey, onSent }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (reason === null || busy) return;
    setBusy(true);
    setProblem(null);
    const { id, rev } = projectKey;
    const response = await call(reportRoutes.reportProject, {
      params: { id },
      body: { reason, note, ...(rev !== null && { rev }) },
    });
    setBusy(false);
    if (response.ok) onSent();
    else setProblem(response.error.message);
  };

  return (
    <form onSubmit={send} className="grid min-h-0 gap-4 overflow-auto p-4">
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-muted text-sm">{texts.whatIsWrong}</legend>
        {reportReasons.map((each) => (
          <label key={each} className="flex min-h-hit items-center gap-2.5 rounded-md px-1 hover:bg-hover">
            <input
              type="radio"
              name="reason"
              required
              checked={reason === each}
              onChange={() => setReason(each)}
              className="size-4 shrink-0 accent-accent"
            />
            {texts.reasonNames[each]}
          </label>
        ))}
      </fieldset>
      <NoteField label={texts.reportNote} value={note} onChange={setNote} />
      {problem !== null && (
        <p role="alert" className="wrap-anywhere text-danger">
          {texts.reportNotSent(problem)}
        </p>
      )}
      <Button type="submit" look="primary" busy={busy} className="justify-self-end">
        {texts.sendReport}
      </Button>
    </form>
  );
}
