import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { PageServices } from '../../page-services.ts';

/** Leads from a page that needs no login to /login and back, once its reader's session has ended (specification: Session). */
export function useLoginAtSessionEnd({ session }: PageServices): void {
  const [, navigate] = useLocation();
  useEffect(
    () =>
      session.subscribe(({ status, expired }, before) => {
        if (before.status !== 'signed-in' || status !== 'anonymous' || !expired) return;
        const { pathname, search } = window.location;
        navigate(`/login?next=${encodeURIComponent(pathname + search)}`);
      }),
    [session, navigate],
  );
}
