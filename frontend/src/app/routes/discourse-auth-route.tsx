import { durations } from '@studio/contract/durations';
import { returnPath } from '@studio/contract/return-path';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import DiscourseAuthPage, { SwitchAccount } from '@/features/auth/components/discourse-auth-page.tsx';
import { type ForumSignIn, signInFromForum, startAddress } from '@/features/auth/model/forum-sign-in.ts';
import type { PageServices } from '../page-services.ts';
import { pathAfterLogin } from './path-after-login.ts';

/**
 * /discourse-auth: signs in with the token in its address and continues after 2 s; after an error it stays
 * (specification: Forum sign-in). It asks first if another user is signed in.
 */
export default function DiscourseAuthRoute({
  services,
}: {
  services: Pick<PageServices, 'config' | 'call' | 'session' | 'localStorage'>;
}) {
  const { config, localStorage } = services;
  const [, navigate] = useLocation();
  const [query] = useState(() => new URLSearchParams(window.location.search));
  const [state, setState] = useState<ForumSignIn>({ status: 'processing' });
  const posted = useRef(false);

  // A token can be used once, but React may run this effect twice.
  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    void signInFromForum(services, query).then(setState);
  }, [services, query]);

  const next = returnPath(query.get('next')) ?? pathAfterLogin(localStorage);
  useEffect(() => {
    if (state.status !== 'success') return undefined;
    const timer = setTimeout(() => navigate(next, { replace: true }), durations.forumRedirect);
    return () => clearTimeout(timer);
  }, [state, next, navigate]);

  const leave = () => navigate(next, { replace: true });
  const replaceSession = (current: string) => {
    setState({ status: 'processing' });
    void signInFromForum(services, query, current).then(setState);
  };

  const retry = () => {
    const mayAskForum = config.forumSignIn && state.status === 'error' && state.isFinal;
    if (mayAskForum) window.location.replace(startAddress(next));
    else window.location.reload();
  };

  return state.status === 'question' ? (
    <SwitchAccount {...state} onKeep={leave} onSwitch={() => replaceSession(state.current)} />
  ) : (
    <DiscourseAuthPage state={state} onRetry={retry} onHome={() => navigate('/')} />
  );
}
