import { readProjectKey, writeProjectKey } from '@studio/contract/project-key';
import { useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { ResetPasswordPage } from '@/features/auth/components/reset-password-page.tsx';
import { ReportPage } from '@/features/reports/components/report-page.tsx';
import { lazyPage } from '../lazy-page.ts';
import { PageLoading } from '../page-fallbacks.tsx';
import type { PageServices } from '../page-services.ts';
import { UnknownPage } from './unknown-page.tsx';

const VersionRoute = lazyPage(() => import('./public/version-route.tsx'));
const LinkRoute = lazyPage(() => import('./public/link-route.tsx'));

const versionPath = /^\/project\/(?<id>[0-9a-z]{16})@(?<rev>[1-9]\d{0,8})\/?$/;

/** Rarely used pages, and the page for unknown addresses. */
export default function OtherRoutes({ services }: { services: PageServices }) {
  return (
    <Switch>
      <Route path="/report/:key">
        {(params) => <ReportRoute services={services} written={params.key} />}
      </Route>
      <Route path={versionPath}>
        {({ id = '', rev = '' }) => <VersionRoute services={services} projectId={id} rev={rev} />}
      </Route>
      <Route path="/s/:secret">
        {({ secret }) => <LinkRoute key={secret} services={services} secret={secret} />}
      </Route>
      <Route path="/reset-password">
        <ResetPasswordRoute services={services} />
      </Route>
      <Route>
        <UnknownPage />
      </Route>
    </Switch>
  );
}

/**
 * /report/{id} and /report/{id}@{n}: the target of Report in an embed and on the page of a published version. Users
 * sign in first if necessary, and return here.
 */
function ReportRoute({ services, written }: { services: PageServices; written: string }) {
  const projectKey = readProjectKey(written);
  const { status, user } = useStore(services.session);
  // Later the session is loading when somebody signs in in another tab, and a report may be half written.
  const [isStarted, setStarted] = useState(false);
  if (status !== 'loading' && !isStarted) setStarted(true);
  if (!projectKey) return <UnknownPage />;
  if (!isStarted) return <PageLoading />;
  return (
    <ReportPage
      call={services.call}
      projectKey={projectKey}
      userId={user?.id ?? null}
      signInPath={`/login?next=${encodeURIComponent(`/report/${writeProjectKey(projectKey)}`)}`}
    />
  );
}

/** /reset-password: the form that requests a link; with a link's token behind `#`, the form for the new password. */
function ResetPasswordRoute({ services: { call, config } }: { services: PageServices }) {
  const [, navigate] = useLocation();
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    // Removes the token from the address bar and the history.
    const readToken = () => {
      const given = window.location.hash.slice(1);
      if (given === '') return;
      setToken(given);
      window.history.replaceState(window.history.state, '', window.location.pathname);
    };
    readToken();
    window.addEventListener('hashchange', readToken);
    return () => window.removeEventListener('hashchange', readToken);
  }, []);
  return (
    <ResetPasswordPage
      key={token}
      call={call}
      token={token}
      askInstead={config.passwordReset ? null : config.supportEmail}
      hasForum={config.forumSignIn}
      onDone={() => navigate('/login', { replace: true })}
    />
  );
}
