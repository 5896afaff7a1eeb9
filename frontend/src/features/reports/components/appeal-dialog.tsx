import { reportRoutes, type Takedown } from '@studio/contract/http/reports';
import { type FormEvent, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialogs/dialog.tsx';
import { NoteField } from '@/ui/note-field.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';

interface AppealDialogProps {
  call: Call;
  projectId: string;
  /** The takedown with the appeal that has come in. */
  onAppealed: (takedown: Takedown) => void;
  onClose: () => void;
}

/** The owner's one objection to a takedown (CONTRACT 2). */
export function AppealDialog({ call, projectId, onAppealed, onClose }: AppealDialogProps) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const answer = await call(reportRoutes.appealTakedown, { params: { id: projectId }, body: { note } });
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.error.message);
      return;
    }
    toast({ title: texts.appealSent, description: texts.appealSentText });
    onAppealed(answer.data);
    onClose();
  };

  return (
    <Dialog title={texts.appeal} description={texts.appealText} onClose={onClose}>
      <form onSubmit={send} className="grid gap-4 p-4">
        <NoteField label={texts.appealNote} required value={note} onChange={setNote} />
        {problem !== null && (
          <p role="alert" className="text-danger">
            {texts.appealNotSent(problem)}
          </p>
        )}
        <Button type="submit" look="primary" busy={busy} className="justify-self-end">
          {texts.sendAppeal}
        </Button>
      </form>
    </Dialog>
  );
}
