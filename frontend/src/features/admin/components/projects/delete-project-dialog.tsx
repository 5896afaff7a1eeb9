import { adminRoutes } from '@studio/contract/http/admin';
import { useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { Call } from '@/lib/http-client.ts';
import { AlertDialog } from '@/ui/dialogs/alert-dialog.tsx';
import { NoteField } from '@/ui/fields/text-field.tsx';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../../texts.ts';

interface DeleteProjectDialogProps {
  call: Call;
  project: { id: string; title: string; username: string };
  onDeleted: () => void;
  onCancel: () => void;
}

/** The stronger confirmation, for a deletion that cannot be undone (specification: Deleting). */
export function DeleteProjectDialog({ call, project, onDeleted, onCancel }: DeleteProjectDialogProps) {
  const [understood, setUnderstood] = useState(false);
  const [reason, setReason] = useState('');
  const [deleting, setDeleting] = useState(false);

  const remove = async () => {
    setDeleting(true);
    const query = reason.trim() === '' ? {} : { reason: reason.trim() };
    const answer = await showProgress(call(adminRoutes.purgeProject, { params: { id: project.id }, query }));
    setDeleting(false);
    // 404: another admin has already deleted it.
    if (answer.ok || answer.error.status === 404) {
      toast({ title: answer.ok ? texts.projectDeleted : texts.alreadyDeleted });
      onDeleted();
    } else {
      toast({ title: texts.adminDeleteFailed, description: answer.error.message, tone: 'danger' });
    }
  };

  return (
    <AlertDialog
      title={texts.deleteForGood}
      text={texts.deleteText(bidiIsolate(project.title), bidiIsolate(project.username))}
      action={texts.deleteForGood}
      tone="danger"
      disabled={!understood}
      busy={deleting}
      onConfirm={remove}
      onCancel={onCancel}
    >
      <div className="mt-4 grid gap-3">
        <NoteField label={texts.deleteReason} value={reason} onChange={setReason} />
        <label className="flex min-h-hit items-center gap-2">
          <input
            type="checkbox"
            checked={understood}
            onChange={(event) => setUnderstood(event.target.checked)}
            className="size-4"
          />
          {texts.understood}
        </label>
      </div>
    </AlertDialog>
  );
}
