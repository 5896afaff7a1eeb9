import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { PageServices } from '../../page-services.ts';

/** Connects the socket also for somebody who is not signed in, so that the page stays current for everybody. */
export function useAnonymousSocket({ session, socket }: Pick<PageServices, 'session' | 'socket'>): void {
  const isAnonymous = useStore(session, ({ status }) => status === 'anonymous');
  useEffect(() => {
    // Users who are signed in are connected already.
    if (isAnonymous) void socket.connect();
  }, [isAnonymous, socket]);
}
