import type { Credentials } from '@studio/contract/http/auth';
import { type FormEvent, useState } from 'react';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toast.ts';

interface LoginPageProps {
  /** Filled in by Try Demo Account; null where the studio has none. */
  demoAccount: Credentials | null;
  /** MAIN_SITE_URL; null where this page is the main site. */
  mainSiteUrl: string | null;
  /** Where the forum is asked who somebody is; null where none is connected. */
  forumUrl: string | null;
  /** Whoever was signed in here has been signed out by the server. */
  expired: boolean;
  /** Signs in: null when it went well, else the sentence to show. */
  onLogin: (credentials: Credentials) => Promise<string | null>;
}

const tabLook = 'h-hit flex-1 rounded-md font-medium';

/** The login screen (SPEC 2): for admins; everybody else comes through the main site. */
export default function LoginPage({ demoAccount, mainSiteUrl, forumUrl, expired, onLogin }: LoginPageProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const problem = await onLogin({ email, password });
    setBusy(false);
    if (problem !== null) toast({ title: 'Login failed', description: problem, tone: 'danger' });
  };

  return (
    <main className="grid min-h-full place-items-center bg-ground p-4">
      <div className="w-full max-w-88">
        <div className="mb-6 flex items-center justify-center gap-2.5">
          <BrandMark size={24} />
          <p className="font-semibold text-xl tracking-tight">CodeStudio</p>
        </div>
        {expired && (
          <p role="status" className="mb-3 rounded-lg bg-warning-soft px-4 py-3 text-warning">
            Your session has ended. Sign in again: what you typed is kept in this browser.
          </p>
        )}
        <div role="tablist" aria-label="Account" className="mb-3 flex gap-1 rounded-lg border bg-panel p-1">
          <button
            type="button"
            role="tab"
            id="login-tab"
            aria-selected
            aria-controls="login-panel"
            className={`${tabLook} bg-chosen`}
          >
            Login
          </button>
          <button type="button" role="tab" aria-selected={false} disabled className={`${tabLook} text-faint`}>
            Register
          </button>
        </div>
        <section
          role="tabpanel"
          id="login-panel"
          aria-labelledby="login-tab"
          className="rounded-lg border bg-panel p-5"
        >
          <h1 className="font-semibold text-lg">Admin Login</h1>
          <p className="mt-1 text-muted">
            This login is for admin access only. Regular users come through the{' '}
            {mainSiteUrl === null ? (
              'main site'
            ) : (
              <a href={mainSiteUrl} className="text-accent underline underline-offset-2">
                main site
              </a>
            )}
            .
          </p>
          {forumUrl !== null && (
            <a
              href={forumUrl}
              className="mt-4 flex h-hit items-center justify-center rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-hover"
            >
              Continue with the forum
            </a>
          )}
          <form onSubmit={submit} className="mt-5 grid gap-4">
            <TextField
              label="Email"
              type="email"
              name="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <TextField
              label="Password"
              type="password"
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button type="submit" look="primary" busy={busy} className="mt-1">
              Login
            </Button>
            {demoAccount && (
              <Button
                onClick={() => {
                  setEmail(demoAccount.email);
                  setPassword(demoAccount.password);
                }}
              >
                Try Demo Account
              </Button>
            )}
          </form>
        </section>
      </div>
    </main>
  );
}
