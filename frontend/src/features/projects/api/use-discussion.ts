import { type Discussion, discussionRoutes } from '@studio/contract/http/forum';
import { useEffect, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';

/** The live forum discussion of a public project; null for other projects, or without a forum. */
export function useDiscussion(
  { call, socket }: { call: Call; socket: SocketClient },
  projectId: string | null,
): Discussion['discussion'] {
  const [found, setFound] = useState<{ id: string; discussion: Discussion['discussion'] }>();
  useEffect(() => {
    if (projectId === null) return undefined;
    // An event during a request is newer than the response, which is then ignored.
    let changes = 0;
    const read = async () => {
      const before = ++changes;
      const response = await call(discussionRoutes.readDiscussion, { params: { id: projectId } });
      if (before === changes && response.ok) setFound({ id: projectId, ...response.data });
    };
    // Reads again after each gap in the connection, in which events may have been missed.
    const unwatch = socket.watchProject(projectId, () => void read());
    const stop = socket.on('project:discussion', ({ projectId: id, replies }) => {
      if (id !== projectId) return;
      changes += 1;
      setFound({ id, discussion: { replies } });
    });
    void read();
    return () => {
      changes += 1;
      unwatch();
      stop();
    };
  }, [call, socket, projectId]);
  return found?.id === projectId ? found.discussion : null;
}

/** The address of a public project's topic in the forum, or of a form for a new one. */
export function discussAddress(projectId: string): string {
  return `/api${discussionRoutes.discuss.path.replace(':id', projectId)}`;
}
