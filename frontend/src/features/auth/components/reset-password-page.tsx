import { accountRoutes } from '@studio/contract/http/accounts';
import { limits } from '@studio/contract/limits';
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError, Call } from '@/lib/http-client.ts';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { Button } from '@/ui/button.tsx';
import { titleWithProduct, useDocumentTitle } from '@/ui/document-title.ts';
import { Switch } from '@/ui/fields/switch.tsx';
import { TextField } from '@/ui/fields/text-field.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../password-reset-texts.ts';

interface ResetPasswordPageProps {
  call: Call;
  /** The token of the link in the email; null before a link is requested. */
  token: string | null;
  /** The contact if the studio sends no email; null if it does. */
  askInstead: string | null;
  /** Whether people can also sign in through a forum. */
  hasForum: boolean;
  /** The password is set. */
  onDone: () => void;
}

const linkLook = 'justify-self-start text-accent underline underline-offset-2';

/** /reset-password (specification: Pages), for local accounts. */
export function ResetPasswordPage({ call, token, askInstead, hasForum, onDone }: ResetPasswordPageProps) {
  const [asking, setAsking] = useState(token === null);
  if (askInstead !== null)
    return (
      <Card title={texts.newPasswordTitle}>
        <p className="wrap-anywhere">{texts.askInstead(askInstead)}</p>
      </Card>
    );
  if (asking || token === null) return <LinkRequest call={call} hasForum={hasForum} />;
  return <NewPassword call={call} token={token} onDone={onDone} onAskAgain={() => setAsking(true)} />;
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(titleWithProduct(title));
  return (
    <main className="grid min-h-full content-start justify-items-center bg-ground p-4 pt-[10vh]">
      <div className="grid w-full max-w-88 justify-items-center gap-6">
        <BrandMark size={24} />
        <section className="grid w-full gap-4 rounded-lg border bg-panel p-5">
          <h1 className="font-semibold text-lg">{title}</h1>
          {children}
          <a href="/login" className={linkLook}>
            {texts.backToLogin}
          </a>
        </section>
      </div>
    </main>
  );
}

interface RefusableFieldProps extends ComponentProps<typeof TextField> {
  /** As in the body of the call. */
  name: string;
  refusal: ApiError | null;
}

/** A field that is marked where its value was refused; all other failures are below it. Both are announced. */
function RefusableField({ refusal, ...field }: RefusableFieldProps) {
  const mistake = refusal?.fields?.find(({ path }) => path === field.name);
  return (
    <div aria-live="assertive" className="grid gap-1">
      <TextField {...field} error={mistake?.message} />
      {refusal && !mistake && <p className="text-danger text-sm">{refusal.message}</p>}
    </div>
  );
}

/** Shows the same result whether or not the account exists. */
function LinkRequest({ call, hasForum }: Pick<ResetPasswordPageProps, 'call' | 'hasForum'>) {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    const response = await call(accountRoutes.requestPasswordReset, { body: { email } });
    setBusy(false);
    setSent(response.ok);
    if (!response.ok) setRefusal(response.error);
  };

  if (sent)
    return (
      <Card title={texts.checkMail}>
        <p role="status">{hasForum ? `${texts.sentHint} ${texts.forumHint}` : texts.sentHint}</p>
      </Card>
    );
  return (
    <Card title={texts.newPasswordTitle}>
      <p className="text-muted">{hasForum ? `${texts.askHint} ${texts.forumHint}` : texts.askHint}</p>
      <form onSubmit={submit} className="grid gap-4">
        <RefusableField
          name="email"
          refusal={refusal}
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" look="primary" busy={busy}>
          {texts.sendLink}
        </Button>
      </form>
    </Card>
  );
}

interface NewPasswordProps {
  call: Call;
  token: string;
  onDone: () => void;
  onAskAgain: () => void;
}

function NewPassword({ call, token, onDone, onAskAgain }: NewPasswordProps) {
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    const response = await call(accountRoutes.resetPassword, { body: { token, newPassword: password } });
    setBusy(false);
    if (!response.ok) {
      setRefusal(response.error);
      return;
    }
    toast({ title: texts.passwordSet, description: texts.signInNow });
    onDone();
  };

  return (
    <Card title={texts.newPasswordTitle}>
      <p className="text-muted">{texts.chooseHint}</p>
      <form onSubmit={submit} className="grid gap-4">
        <RefusableField
          name="newPassword"
          refusal={refusal}
          label={texts.newPassword}
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          required
          // The server refuses one that is too long: `maxLength` would cut it off unseen when it is pasted.
          minLength={limits.passwordMin}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Switch label={texts.showPassword} checked={shown} onChange={setShown} />
        <Button type="submit" look="primary" busy={busy}>
          {texts.setPassword}
        </Button>
      </form>
      {refusal?.code === 'invalid_reset_link' && <Button onClick={onAskAgain}>{texts.askAgain}</Button>}
    </Card>
  );
}
