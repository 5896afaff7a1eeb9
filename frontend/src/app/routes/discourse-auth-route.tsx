import { durations } from '@studio/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import DiscourseAuthPage from '@/features/auth/components/discourse-auth-page.tsx';
import { type HandOver, handOver, nextPath } from '@/features/auth/model/forum-hand-over.ts';
import { pathAfterLogin } from '../pending-shared-project.ts';
import type { Studio } from '../studio.ts';

/** /discourse-auth: signs in by the token in its address, and goes on after 2 s; after an error it stays (SPEC 2). */
export default function DiscourseAuthRoute({
  studio,
}: {
  studio: Pick<Studio, 'call' | 'session' | 'localStorage'>;
}) {
  const { localStorage } = studio;
  const [, navigate] = useLocation();
  const [query] = useState(() => new URLSearchParams(window.location.search));
  const [state, setState] = useState<HandOver>({ status: 'processing' });
  const posted = useRef(false);

  // A token is good for one post, however often React runs this.
  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    void handOver(studio, query).then(setState);
  }, [studio, query]);

  useEffect(() => {
    if (state.status !== 'success') return undefined;
    const timer = setTimeout(() => {
      navigate(nextPath(query, window.location.origin) ?? pathAfterLogin(localStorage), { replace: true });
    }, durations.forumRedirect);
    return () => clearTimeout(timer);
  }, [state, query, localStorage, navigate]);

  return (
    <DiscourseAuthPage
      handOver={state}
      onRetry={() => window.location.reload()}
      onHome={() => navigate('/')}
    />
  );
}
