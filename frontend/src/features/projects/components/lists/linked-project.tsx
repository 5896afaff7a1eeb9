import { type ProjectSummary, projectRoutes } from '@studio/contract/http/projects';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Call } from '@/lib/http-client.ts';
import { Skeleton } from '@/ui/lists/list-states.tsx';
import * as texts from '../../dialog-texts.ts';
import { authorAddress } from '../../model/project-address.ts';
import { CardPicture } from './card-picture.tsx';

/** The requested public project, for users who are not signed in: its facts and a link to see it. */
export function LinkedProject({ project }: { project: ProjectSummary }) {
  return (
    <section aria-label={texts.sharedProject} className="min-w-0 rounded-lg border bg-panel p-3">
      <CardPicture
        projectId={project.id}
        cardUrl={project.cardUrl}
        title={project.title}
        running={false}
        onLeave={() => undefined}
      />
      <h2 dir="auto" title={project.title} className="mt-3 truncate font-semibold text-lg">
        {project.title}
      </h2>
      <p className="truncate text-muted">
        by{' '}
        <Link
          href={authorAddress(project.username)}
          className="underline-offset-2 hover:text-ink hover:underline pointer-coarse:py-3"
        >
          {project.username}
        </Link>
      </p>
      <Link
        href={`/preview/${project.id}`}
        className="mt-3 flex h-hit items-center justify-center rounded-md border bg-raised px-3 font-medium hover:bg-hover"
      >
        {texts.viewWithoutSignIn}
      </Link>
    </section>
  );
}

/** A placeholder until it is known whether there is a project to show. */
export function LinkedProjectLoading() {
  return (
    <div className="min-w-0 rounded-lg border bg-panel p-3">
      <Skeleton className="aspect-[8/5] w-full" />
      <Skeleton className="mt-3 h-6 w-3/5" />
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="mt-3 h-hit w-full" />
    </div>
  );
}

/**
 * A project that is visible without an account; null if there is none or loading failed. Undefined while loading.
 */
export function useLinkedProject(call: Call, id: string | null): ProjectSummary | null | undefined {
  const [found, setFound] = useState<{ id: string; project: ProjectSummary | null }>();
  useEffect(() => {
    if (id === null) return;
    let current = true;
    const find = async () => {
      const response = await call(projectRoutes.readProjectSummary, { params: { id } });
      if (current) setFound({ id, project: response.ok ? response.data : null });
    };
    void find();
    return () => {
      current = false;
    };
  }, [call, id]);
  if (id === null) return null;
  return found?.id === id ? found.project : undefined;
}
