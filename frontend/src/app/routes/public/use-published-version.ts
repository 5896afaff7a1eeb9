import type { PublishedVersion } from '@studio/contract/http/revisions';
import { routes } from '@studio/contract/routes';
import { useCallback, useEffect, useState } from 'react';
import type { ApiError } from '@/lib/http-client.ts';
import type { PageServices } from '../../page-services.ts';
import { useAnonymousSocket } from './use-anonymous-socket.ts';

export type Loaded = { ok: true; version: PublishedVersion } | { ok: false; error: ApiError };

/** In ms: how often the version is asked for while no socket says that it has ended. */
const pollIntervalMs = 15_000;

/**
 * Loads a published version, and again when its project is removed or becomes private, when the version is withdrawn,
 * after each time that its watch was accepted or refused, and every 15 s while it is not watched. A version that is no
 * longer available is removed from the page.
 */
export function usePublishedVersion(
  { call, socket, session }: Pick<PageServices, 'call' | 'socket' | 'session'>,
  id: string,
  rev: string,
): [Loaded | null, () => void] {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const load = useCallback(
    async (signal?: AbortSignal) => {
      setLoaded(null);
      const response = await call(routes.readPublishedVersion, {
        params: { id, rev },
        ...(signal && { signal }),
      });
      if (!signal?.aborted) setLoaded(response.ok ? { ok: true, version: response.data } : response);
    },
    [call, id, rev],
  );
  useEffect(() => {
    const ending = new AbortController();
    void load(ending.signal);
    return () => ending.abort();
  }, [load]);
  useAnonymousSocket({ session, socket });
  const isMissing = loaded?.ok === false && loaded.error.code === 'not_found';
  /** Keeps the version that is shown unless the server says that it is gone. @returns whether it is still available. */
  const check = useCallback(async () => {
    const response = await call(routes.readPublishedVersion, { params: { id, rev } });
    if (!response.ok && response.error.code === 'not_found') setLoaded(response);
    return response.ok;
  }, [call, id, rev]);
  useEffect(() => {
    if (isMissing) return undefined;
    let isWatched = false;
    /** Whether it was still available after its watch was accepted: only then no end can have been missed. */
    let isChecked = false;
    const follow = async () => {
      const wasWatched = isWatched;
      isChecked = (await check()) && wasWatched;
    };
    const poll = () => {
      if (!(isWatched && isChecked) && !document.hidden) void follow();
    };
    const polling = setInterval(poll, pollIntervalMs);
    const ends = [
      () => clearInterval(polling),
      socket.watchProject(id, (state) => {
        isWatched = state !== null;
        isChecked = false;
        void follow();
      }),
      socket.on('disconnect', () => {
        isWatched = false;
      }),
      // Where only embedding was switched off, readers keep a public project.
      socket.on('project:removed', ({ projectId, by }) => {
        if (projectId === id) void (by === 'visibility' ? check() : load());
      }),
      // Watchers of an embeddable project stay when it becomes private, and are sent its saves.
      socket.on(
        'project:updated',
        ({ projectId, changed }) => projectId === id && changed.includes('isPublic') && void check(),
      ),
      socket.on(
        'version:withdrawn',
        (withdrawn) => withdrawn.projectId === id && String(withdrawn.rev) === rev && void load(),
      ),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [socket, id, rev, load, check, isMissing]);
  return [loaded, () => void load()];
}
