import { adminRoutes, type ManagedUser } from '@studio/contract/http/admin';
import { useState } from 'react';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import type { Call } from '@/lib/http-client.ts';
import { AlertDialog } from '@/ui/dialogs/alert-dialog.tsx';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../../texts.ts';
import { isOutdated, reasonOf } from './account-refusal.ts';

interface AdminRightDialogProps {
  call: Call;
  user: ManagedUser;
  onDone: () => void;
  onCancel: () => void;
}

/** Makes a user an admin, or revokes the right. */
export function AdminRightDialog({ call, user, onDone, onCancel }: AdminRightDialogProps) {
  const { id, username, isAdmin } = user;
  const [sending, setSending] = useState(false);

  const send = async () => {
    setSending(true);
    const response = await showProgress(
      call(adminRoutes.setAdmin, { params: { id }, query: { grant_admin: String(!isAdmin) } }),
    );
    setSending(false);
    if (response.ok) {
      toast({ title: texts.userUpdated });
      onDone();
      return;
    }
    const { status } = response.error;
    // A refusal says why, for example that this is the last admin (specification: Toasts).
    const refusal = status !== null && status < 500 ? ` ${reasonOf(response.error)}` : '';
    toast({ title: texts.updateFailed, description: texts.setAdminFailed + refusal, tone: 'danger' });
    if (isOutdated(response.error)) onDone();
  };

  const name = bidiIsolate(username);
  return (
    <AlertDialog
      title={isAdmin ? texts.revokeTitle(name) : texts.grantTitle(name)}
      text={isAdmin ? texts.revokeText : texts.grantText}
      action={isAdmin ? texts.revokeAdmin : texts.grantAdmin}
      tone={isAdmin ? 'danger' : 'plain'}
      busy={sending}
      onConfirm={send}
      onCancel={onCancel}
    />
  );
}
