import { adminRoutes, type ManagedUser } from '@studio/contract/http/admin';
import { useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { Call } from '@/lib/http-client.ts';
import { AlertDialog } from '@/ui/dialogs/alert-dialog.tsx';
import { NoteField } from '@/ui/fields/text-field.tsx';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../../texts.ts';
import { isOutdated, reasonOf } from './account-refusal.ts';

interface SuspensionDialogProps {
  call: Call;
  user: ManagedUser;
  onDone: () => void;
  onCancel: () => void;
}

/** Suspends a user or lifts the suspension; the reason goes into the audit log. */
export function SuspensionDialog({ call, user, onDone, onCancel }: SuspensionDialogProps) {
  const suspended = user.suspendedAt === null;
  const [reason, setReason] = useState('');
  const [sending, setSending] = useState(false);

  const send = async () => {
    setSending(true);
    const response = await showProgress(
      call(adminRoutes.setSuspension, {
        params: { id: user.id },
        body: { suspended, reason: reason.trim() },
      }),
    );
    setSending(false);
    if (!response.ok) {
      toast({ title: texts.updateFailed, description: reasonOf(response.error), tone: 'danger' });
      if (isOutdated(response.error)) onDone();
      return;
    }
    toast({ title: texts.userUpdated });
    onDone();
  };

  return (
    <AlertDialog
      title={
        suspended
          ? texts.suspendTitle(bidiIsolate(user.username))
          : texts.unsuspendTitle(bidiIsolate(user.username))
      }
      text={suspended ? texts.suspendText : texts.unsuspendText}
      action={suspended ? texts.suspend : texts.unsuspend}
      tone={suspended ? 'danger' : 'plain'}
      disabled={reason.trim() === ''}
      busy={sending}
      onConfirm={send}
      onCancel={onCancel}
    >
      <div className="mt-4">
        <NoteField label={texts.reason} required value={reason} onChange={setReason} />
      </div>
    </AlertDialog>
  );
}
