import { type Report, reportRoutes } from '@studio/contract/http/reports';
import { useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { NoteField } from '@/ui/note-field.tsx';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';

interface DecisionFormProps {
  call: Call;
  report: Report;
  /** It has been decided, by this admin or by a faster one. */
  onDecided: () => void;
}

type Action = 'dismiss' | 'remove' | 'reinstate';

/** Decides a report or an appeal, with the reason that its owner is told. */
export function DecisionForm({ call, report, onDecided }: DecisionFormProps) {
  const [note, setNote] = useState('');
  const [sending, setSending] = useState<Action | null>(null);

  const decide = async (action: Action) => {
    if (sending) return;
    setSending(action);
    const answer = await showProgress(
      call(reportRoutes.resolveReport, { params: { id: report.id }, body: { action, note: note.trim() } }),
    );
    setSending(null);
    if (answer.ok) {
      toast({ title: report.kind === 'appeal' ? texts.appealDecided : texts.reportDecided });
      onDecided();
    } else if (answer.error.status === 409) {
      toast({ title: texts.decidedByAnother, description: answer.error.message });
      onDecided();
    } else toast({ title: texts.decisionFailed, description: answer.error.message, tone: 'danger' });
  };

  const isAppeal = report.kind === 'appeal';
  return (
    <form className="grid gap-3 border-t pt-4" onSubmit={(event) => event.preventDefault()}>
      <NoteField label={isAppeal ? texts.appealReason : texts.reportReason} value={note} onChange={setNote} />
      <div className="flex flex-wrap gap-2">
        {isAppeal ? (
          <Button look="primary" busy={sending === 'reinstate'} onClick={() => decide('reinstate')}>
            {texts.reinstateProject}
          </Button>
        ) : (
          <Button look="danger" busy={sending === 'remove'} onClick={() => decide('remove')}>
            {texts.removeProject}
          </Button>
        )}
        <Button busy={sending === 'dismiss'} onClick={() => decide('dismiss')}>
          {isAppeal ? texts.dismissAppeal : texts.dismissReport}
        </Button>
      </div>
    </form>
  );
}
