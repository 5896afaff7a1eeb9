import { useEffect } from 'react';
import { Redirect } from 'wouter';
import { useStore } from 'zustand';
import { PageLoading } from '../page-loading.tsx';
import { forgetSharedProject, rememberSharedProject } from '../pending-shared-project.ts';
import type { Studio } from '../studio.ts';
import { StudioPage } from './studio-page.tsx';

interface StudioRouteProps {
  studio: Studio;
  /** From /project/{id}; null at /. */
  projectId: string | null;
}

/** The editor, for those who are signed in; others go to /login, and come back to the project they asked for (SPEC 2). */
export function StudioRoute({ studio, projectId }: StudioRouteProps) {
  const { session, localStorage } = studio;
  const { status, user } = useStore(session);
  useEffect(() => {
    if (status === 'signed-in') forgetSharedProject(localStorage);
    if (status === 'anonymous' && projectId !== null) rememberSharedProject(localStorage, projectId);
  }, [status, projectId, localStorage]);

  if (status === 'loading') return <PageLoading />;
  if (!user) return <Redirect to="/login" replace />;
  return <StudioPage studio={studio} user={user} projectId={projectId} />;
}
