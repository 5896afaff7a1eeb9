import { type ProjectSummary, projectRoutes } from '@studio/contract/http/projects';
import { useEffect, useState } from 'react';
import type { Call } from '@/lib/http-client.ts';

/**
 * A project that somebody who is not signed in may see; null where there is none, or it cannot be had now. Undefined
 * until that is known.
 */
export function useLinkedProject(call: Call, id: string | null): ProjectSummary | null | undefined {
  const [found, setFound] = useState<{ id: string; project: ProjectSummary | null }>();
  useEffect(() => {
    if (id === null) return;
    let current = true;
    const find = async () => {
      const answer = await call(projectRoutes.readProjectSummary, { params: { id } });
      if (current) setFound({ id, project: answer.ok ? answer.data : null });
    };
    void find();
    return () => {
      current = false;
    };
  }, [call, id]);
  if (id === null) return null;
  return found?.id === id ? found.project : undefined;
}
