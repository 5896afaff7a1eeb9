import type { Credentials } from '@studio/contract/http/auth';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { Button } from '@/ui/button.tsx';
import { classes } from '@/ui/classes.ts';
import { productName, titleWithProduct, useDocumentTitle } from '@/ui/document-title.ts';
import { TextField } from '@/ui/fields/text-field.tsx';
import { toast } from '@/ui/toast/toast.ts';
import * as texts from '../texts.ts';

interface LoginPageProps {
  /** Filled in by Try Demo Account; null if there is none. */
  demoAccount: Credentials | null;
  /** MAIN_SITE_URL; null where this page is the main site. */
  mainSiteUrl: string | null;
  /** Where signing in through the forum starts; null if no forum is connected. */
  forumUrl: string | null;
  /** The contact for a new password; null if the studio sends a link for it. */
  passwordHelp: string | null;
  /** Why signing in is needed, if there is a special reason. */
  notice: string | null;
  /** The requested project, as far as it is visible without an account; else null. */
  asked: ReactNode;
  /** Signs in. Resolves to null on success, else to the message and whether the credentials were wrong. */
  onLogin: (credentials: Credentials) => Promise<LoginProblem | null>;
}

interface LoginProblem {
  message: string;
  wrongPair: boolean;
}

const linkLook = 'text-accent underline underline-offset-2 break-words';
const tabLook = 'h-hit flex-1 rounded-md font-medium';

/** The login page (specification: Pages), for admins; everybody else signs in through the main site. */
export default function LoginPage({ mainSiteUrl, forumUrl, notice, asked, ...form }: LoginPageProps) {
  const registerHint = useId();
  useDocumentTitle(titleWithProduct(texts.login));
  return (
    <main className="grid min-h-full content-start justify-items-center bg-ground p-4 pt-[10vh]">
      <div className={classes('w-full', asked ? 'max-w-88 md:max-w-200' : 'max-w-88')}>
        <div className="mb-6 flex items-center justify-center gap-2.5">
          <BrandMark size={24} />
          <p className="font-semibold text-xl tracking-tight">{productName}</p>
        </div>
        <div
          className={classes(
            'grid items-start gap-3',
            asked ? 'md:grid-cols-[1fr_22rem] md:gap-6' : undefined,
          )}
        >
          {asked}
          <div className="min-w-0">
            {notice !== null && (
              <p
                role="status"
                className="wrap-anywhere mb-3 rounded-lg bg-warning-soft px-4 py-3 text-warning"
              >
                {notice}
              </p>
            )}
            {forumUrl !== null && (
              <a
                href={forumUrl}
                className="mb-3 flex h-10 items-center justify-center rounded-lg bg-accent px-3 font-medium text-on-accent hover:bg-accent-hover pointer-coarse:h-hit"
              >
                {texts.continueWithForum}
              </a>
            )}
            <Tabs registerHint={registerHint} />
            <p id={registerHint} className="mt-1 mb-3 px-1 text-muted text-sm">
              {forumUrl === null ? texts.registerOnMainSite : texts.registerInForum}
            </p>
            <section
              role="tabpanel"
              id="login-panel"
              aria-labelledby="login-tab"
              className="rounded-lg border bg-panel p-5"
            >
              <h1 className="font-semibold text-lg">{texts.adminLogin}</h1>
              <p className="mt-1 text-muted">
                {texts.forAdmins}{' '}
                {mainSiteUrl === null ? (
                  texts.mainSite
                ) : (
                  <a href={mainSiteUrl} className={linkLook}>
                    {texts.mainSite}
                  </a>
                )}
                .
              </p>
              <LoginForm look={forumUrl === null ? 'primary' : 'plain'} {...form} />
            </section>
          </div>
        </div>
      </div>
    </main>
  );
}

/** Login and Register; accounts are made elsewhere, as `registerHint` says. */
function Tabs({ registerHint }: { registerHint: string }) {
  return (
    <div role="tablist" aria-label={texts.account} className="flex gap-1 rounded-lg border bg-panel p-1">
      <button
        type="button"
        role="tab"
        id="login-tab"
        aria-selected
        aria-controls="login-panel"
        className={`${tabLook} bg-chosen`}
      >
        {texts.login}
      </button>
      <button
        type="button"
        role="tab"
        aria-selected={false}
        aria-describedby={registerHint}
        disabled
        className={`${tabLook} text-faint`}
      >
        {texts.register}
      </button>
    </div>
  );
}

interface LoginFormProps extends Pick<LoginPageProps, 'demoAccount' | 'passwordHelp' | 'onLogin'> {
  /** The look of its button. */
  look: 'primary' | 'plain';
}

function LoginForm({ look, demoAccount, passwordHelp, onLogin }: LoginFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<LoginProblem | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const found = await onLogin({ email, password });
    setBusy(false);
    setProblem(found);
    if (found === null) return;
    toast({ title: texts.loginFailed, description: found.message, tone: 'danger' });
    if (found.wrongPair) passwordField.current?.focus();
  };

  return (
    <form onSubmit={submit} className="mt-5 grid gap-4">
      <TextField
        label={texts.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          setProblem(null);
        }}
      />
      <TextField
        ref={passwordField}
        label={texts.password}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          setProblem(null);
        }}
        error={problem?.wrongPair ? texts.wrongPair : undefined}
      />
      {/* Not only a toast: the reason for a suspension takes longer to read. */}
      {problem && !problem.wrongPair && (
        <p dir="auto" className="wrap-anywhere text-danger">
          {problem.message}
        </p>
      )}
      <Button type="submit" look={look} busy={busy} className="mt-1">
        {texts.login}
      </Button>
      <p className="text-muted text-sm">
        {texts.forgotPassword}{' '}
        {passwordHelp === null ? (
          <a href="/reset-password" className={linkLook}>
            {texts.getNewPassword}
          </a>
        ) : (
          <>
            {texts.askForPassword}{' '}
            <a href={`mailto:${passwordHelp}`} className={linkLook}>
              {passwordHelp}
            </a>
            .
          </>
        )}
      </p>
      {demoAccount && (
        <Button
          onClick={() => {
            setEmail(demoAccount.email);
            setPassword(demoAccount.password);
            setProblem(null);
          }}
        >
          {texts.tryDemo}
        </Button>
      )}
    </form>
  );
}
