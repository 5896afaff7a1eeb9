import type { Credentials } from '@studio/contract/http/auth';
import { lazy } from 'react';
import { Redirect } from 'wouter';
import { useStore } from 'zustand';
import { PageLoading } from '../page-loading.tsx';
import { pathAfterLogin } from '../pending-shared-project.ts';
import type { Studio } from '../studio.ts';

const LoginPage = lazy(() => import('@/features/auth/components/login-page.tsx'));

/** /login, for those who are not signed in; others are sent on (SPEC 2). */
export function LoginRoute({ studio }: { studio: Studio }) {
  const { config, session, localStorage } = studio;
  const status = useStore(session, (state) => state.status);
  if (status === 'loading') return <PageLoading />;
  if (status === 'signed-in') return <Redirect to={pathAfterLogin(localStorage)} replace />;

  const login = async (credentials: Credentials) => {
    const answer = await session.login(credentials);
    if (answer.ok) return null;
    const wrongPair = answer.error.status === 400 || answer.error.status === 401;
    return wrongPair ? 'Please check your credentials and try again.' : answer.error.message;
  };
  return <LoginPage demoAccount={config.demoAccount} mainSiteUrl={config.mainSiteUrl} onLogin={login} />;
}
