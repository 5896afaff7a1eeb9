import type { Credentials } from '@studio/contract/http/auth';
import { Redirect } from 'wouter';
import { useStore } from 'zustand';
import LoginPage from '@/features/auth/components/login-page.tsx';
import { nextPath } from '@/features/auth/model/forum-hand-over.ts';
import { PageLoading } from '../page-loading.tsx';
import { pathAfterLogin } from '../pending-shared-project.ts';
import type { Studio } from '../studio.ts';

/** /login, for those who are not signed in; others are sent on (SPEC 2). */
export default function LoginRoute({ studio }: { studio: Studio }) {
  const { config, session, localStorage } = studio;
  const { status, expired } = useStore(session);
  if (status === 'loading') return <PageLoading />;
  if (status === 'signed-in') {
    const next = nextPath(new URLSearchParams(window.location.search), window.location.origin);
    return <Redirect to={next ?? pathAfterLogin(localStorage)} replace />;
  }

  const login = async (credentials: Credentials) => {
    const answer = await session.login(credentials);
    if (answer.ok) return null;
    const wrongPair = answer.error.status === 400 || answer.error.status === 401;
    return wrongPair ? 'Please check your credentials and try again.' : answer.error.message;
  };
  return (
    <LoginPage
      demoAccount={config.demoAccount}
      mainSiteUrl={config.mainSiteUrl}
      expired={expired}
      onLogin={login}
    />
  );
}
