import { type Discussion, discussionRoutes } from '@studio/contract/http/forum';
import { useEffect, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';

/** What is said in the forum about a public project, as it changes; null for another, or where there is no forum. */
export function useDiscussion(
  { call, socket }: { call: Call; socket: SocketClient },
  projectId: string | null,
): Discussion['discussion'] {
  const [found, setFound] = useState<{ id: string; discussion: Discussion['discussion'] }>();
  useEffect(() => {
    if (projectId === null) return undefined;
    // What is told while an answer is under way is newer than the answer.
    let told = 0;
    const read = async () => {
      const before = ++told;
      const answer = await call(discussionRoutes.readDiscussion, { params: { id: projectId } });
      if (before === told && answer.ok) setFound({ id: projectId, ...answer.data });
    };
    // Read again behind each gap, in which replies may have been missed.
    const unwatch = socket.watchProject(projectId, () => void read());
    const stop = socket.on('project:discussion', ({ projectId: id, replies }) => {
      if (id !== projectId) return;
      told += 1;
      setFound({ id, discussion: { replies } });
    });
    void read();
    return () => {
      told += 1;
      unwatch();
      stop();
    };
  }, [call, socket, projectId]);
  return found?.id === projectId ? found.discussion : null;
}

/** Leads to a public project's topic in the forum, or to a new one. */
export function discussAddress(projectId: string): string {
  return `/api${discussionRoutes.discuss.path.replace(':id', projectId)}`;
}
