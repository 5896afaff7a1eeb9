import type { Credentials } from '@studio/contract/http/auth';
import { returnPath } from '@studio/contract/return-path';
import { useState } from 'react';
import { Redirect } from 'wouter';
import { useStore } from 'zustand';
import LoginPage from '@/features/auth/components/login-page.tsx';
import { startAddress } from '@/features/auth/model/forum-sign-in.ts';
import {
  LinkedProject,
  LinkedProjectLoading,
  useLinkedProject,
} from '@/features/projects/components/lists/linked-project.tsx';
import { PageLoading } from '../page-fallbacks.tsx';
import type { PageServices } from '../page-services.ts';
import * as texts from './page-texts.ts';
import { pathAfterLogin, projectOfPath } from './path-after-login.ts';

/** /login; redirects users who are signed in (specification: Pages). */
export default function LoginRoute({ services }: { services: PageServices }) {
  const { config, call, session, localStorage } = services;
  const { status, expired, reason } = useStore(session);
  // Once: another tab may store its own project, or forget this one.
  const [stored] = useState(() => pathAfterLogin(localStorage));
  const next = returnPath(new URLSearchParams(window.location.search).get('next')) ?? stored;
  const askedId = projectOfPath(next);
  const asked = useLinkedProject(call, status === 'anonymous' ? askedId : null);
  if (status === 'loading') return <PageLoading />;
  if (status === 'signed-in') return <Redirect to={next} replace />;

  const login = async (credentials: Credentials) => {
    const response = await session.login(credentials);
    if (response.ok) return null;
    const wrongPair = response.error.status === 400 || response.error.status === 401;
    return { wrongPair, message: wrongPair ? texts.checkCredentials : response.error.message };
  };
  const hidden = askedId !== null && asked === null ? texts.signInToOpen : null;
  return (
    <LoginPage
      demoAccount={config.demoAccount}
      mainSiteUrl={config.mainSiteUrl}
      forumUrl={config.forumSignIn ? startAddress(next) : null}
      passwordHelp={config.passwordReset ? null : config.supportEmail}
      notice={expired ? texts.sessionEnded(reason) : hidden}
      asked={asked === undefined ? <LinkedProjectLoading /> : asked && <LinkedProject project={asked} />}
      onLogin={login}
    />
  );
}
