import { accountRoutes } from '@studio/contract/http/accounts';
import { limits } from '@studio/contract/limits';
import { type FormEvent, useState } from 'react';
import type { ApiError, Call } from '@/lib/http-client.ts';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/fields/switch.tsx';
import { TextField } from '@/ui/fields/text-field.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';

const empty = { currentPassword: '', newPassword: '' };

interface PasswordFormProps {
  call: Call;
  /** What the person signs in with, for password managers. */
  username: string;
}

/** A new password for a local account; the account's other sessions end (specification: Session). */
export function PasswordForm({ call, username }: PasswordFormProps) {
  const [given, setGiven] = useState(empty);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const answer = await call(accountRoutes.changePassword, { body: given });
    setBusy(false);
    setRefusal(answer.ok ? null : answer.error);
    if (!answer.ok) {
      toast({ title: texts.passwordChangeFailed, description: answer.error.message, tone: 'danger' });
      return;
    }
    setGiven(empty);
    toast({ title: texts.passwordChanged, description: texts.otherSessionsEnded });
  };

  const field = (name: keyof typeof empty, label: string) => {
    const problem = refusal?.fields?.find(({ path }) => path === name)?.message;
    return {
      label,
      error: problem && `${label} ${problem}.`,
      type: shown ? 'text' : 'password',
      required: true,
      value: given[name],
      onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [name]: target.value }),
    };
  };

  return (
    <form aria-labelledby="password" onSubmit={submit} className="grid gap-3">
      <h3 id="password" className="font-semibold">
        {texts.password}
      </h3>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField autoComplete="current-password" {...field('currentPassword', texts.currentPassword)} />
        <TextField
          autoComplete="new-password"
          minLength={limits.passwordMin}
          {...field('newPassword', texts.newPassword)}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Switch label={texts.showPasswords} checked={shown} onChange={setShown} />
        <Button
          type="submit"
          look={given.currentPassword === '' || given.newPassword === '' ? 'plain' : 'primary'}
          busy={busy}
        >
          {texts.changePassword}
        </Button>
      </div>
    </form>
  );
}
