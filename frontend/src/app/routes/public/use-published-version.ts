import type { PublishedVersion } from '@studio/contract/http/revisions';
import { routes } from '@studio/contract/routes';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ApiError } from '@/lib/http-client.ts';
import type { Studio } from '../../page-services.ts';

export type Loaded = { ok: true; version: PublishedVersion } | { ok: false; error: ApiError };

/** Read again when the project turns private or is removed, or the version is withdrawn, and after each gap in which that was told; what may not be seen any more is not kept on the page. */
export function usePublishedVersion(
  { call, socket, session }: Pick<Studio, 'call' | 'socket' | 'session'>,
  id: string,
  rev: string,
): [Loaded | null, () => void] {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const load = useCallback(
    async (signal?: AbortSignal) => {
      setLoaded(null);
      const answer = await call(routes.readPublishedVersion, {
        params: { id, rev },
        ...(signal && { signal }),
      });
      if (!signal?.aborted) setLoaded(answer.ok ? { ok: true, version: answer.data } : answer);
    },
    [call, id, rev],
  );
  useEffect(() => {
    const ending = new AbortController();
    void load(ending.signal);
    return () => ending.abort();
  }, [load]);
  const isAnonymous = useStore(session, ({ status }) => status === 'anonymous');
  useEffect(() => {
    // Somebody signed in is connected already.
    if (isAnonymous) void socket.connect();
  }, [isAnonymous, socket]);
  /** What is shown stays, unless the server says that it may not. */
  const check = useCallback(async () => {
    const answer = await call(routes.readPublishedVersion, { params: { id, rev } });
    if (!answer.ok && answer.error.status === 404) setLoaded(answer);
  }, [call, id, rev]);
  useEffect(() => {
    let isFirst = true;
    const ends = [
      socket.watchProject(id, (figures) => {
        if (!figures || !isFirst) void check();
        isFirst = false;
      }),
      socket.on('project:removed', ({ projectId }) => projectId === id && void load()),
      socket.on(
        'version:withdrawn',
        (withdrawn) => withdrawn.projectId === id && String(withdrawn.rev) === rev && void load(),
      ),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [socket, id, rev, load, check]);
  return [loaded, () => void load()];
}
