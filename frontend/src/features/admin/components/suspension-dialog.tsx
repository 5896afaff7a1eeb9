import { adminRoutes, type ManagedUser } from '@studio/contract/http/admin';
import { useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import { isolated } from '@/lib/isolated.ts';
import { AlertFrame } from '@/ui/alert-frame.tsx';
import { NoteField } from '@/ui/note-field.tsx';
import { showProgress } from '@/ui/progress.ts';
import { toast } from '@/ui/toast.ts';

interface SuspensionDialogProps {
  call: Call;
  user: ManagedUser;
  onDone: () => void;
  onCancel: () => void;
}

/** Suspends somebody, or lets them back in, with the reason that is kept. */
export function SuspensionDialog({ call, user, onDone, onCancel }: SuspensionDialogProps) {
  const suspended = user.suspendedAt === null;
  const [reason, setReason] = useState('');
  const [sending, setSending] = useState(false);

  const send = async () => {
    setSending(true);
    const answer = await showProgress(
      call(adminRoutes.setSuspension, {
        params: { id: user.id },
        body: { suspended, reason: reason.trim() },
      }),
    );
    setSending(false);
    if (!answer.ok) {
      toast({ title: 'Update failed', description: answer.error.message, tone: 'danger' });
      return;
    }
    toast({ title: 'User updated' });
    onDone();
  };

  return (
    <AlertFrame
      title={suspended ? `Suspend ${isolated(user.username)}` : `Unsuspend ${isolated(user.username)}`}
      text={
        suspended
          ? 'Their sessions end now, their public projects and embeds are hidden, and they cannot sign in. The reason is told to them.'
          : 'They can sign in again, and their projects are shown as they were.'
      }
      action={suspended ? 'Suspend' : 'Unsuspend'}
      tone={suspended ? 'danger' : 'plain'}
      disabled={reason.trim() === ''}
      busy={sending}
      onConfirm={send}
      onCancel={onCancel}
    >
      <div className="mt-4">
        <NoteField label="Reason" required value={reason} onChange={setReason} />
      </div>
    </AlertFrame>
  );
}
