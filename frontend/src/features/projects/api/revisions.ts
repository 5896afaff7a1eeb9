import { type Revision, type RevisionSummary, revisionRoutes } from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { Call } from '@/lib/http-client.ts';

/** What a project was at its last saves, newest first: all that are kept (CONTRACT 2). */
export function useRevisions(call: Call, projectId: string) {
  return useQuery({
    queryKey: ['revisions', projectId],
    async queryFn({ signal }): Promise<RevisionSummary[]> {
      const answer = await call(revisionRoutes.listRevisions, {
        params: { id: projectId },
        query: { limit: limits.revisionsKept },
        signal,
      });
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.data.data;
    },
  });
}

/** One revision with its code; nothing is asked for while none is chosen. */
export function useRevision(call: Call, projectId: string, rev: number | undefined) {
  return useQuery({
    queryKey: ['revisions', projectId, rev],
    enabled: rev !== undefined,
    async queryFn({ signal }): Promise<Revision> {
      const answer = await call(revisionRoutes.readRevision, {
        params: { id: projectId, rev: String(rev) },
        signal,
      });
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.data;
    },
  });
}
