import { FileX2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { FullPreview } from '@/features/preview/components/full-preview.tsx';
import { previewTarget } from '@/features/preview/model/compile/preview-target.ts';
import {
  type FollowedProject,
  followProject,
  type ProjectFollower,
} from '@/features/preview/model/followed-project.ts';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { useDocumentTitle } from '@/ui/document-title.ts';
import { ModerationAccess } from '../../admin-overlay.tsx';
import { PageLoading } from '../../page-fallbacks.tsx';
import type { PageServices } from '../../page-services.ts';
import * as texts from '../page-texts.ts';
import { HeaderLink } from './header-link.tsx';
import { NoProject, ProjectNotFound, ProjectNotLoaded } from './no-project.tsx';
import { useAnonymousSocket } from './use-anonymous-socket.ts';
import { useLoginAtSessionEnd } from './use-login-at-session-end.ts';

/** /preview/{id}: follows the text of an open editor, else the saves of the stored project (specification: Pages). */
export default function PreviewRoute({
  services,
  projectKey,
}: {
  services: PageServices;
  projectKey: string;
}) {
  useLoginAtSessionEnd(services);
  const [project, retry] = useFollowedProject(services, projectKey);
  const [openedKey] = useState(projectKey);
  const isAnonymous = useStore(services.session, ({ status }) => status === 'anonymous');
  const target = useMemo(() => previewTarget(services.config), [services.config]);
  const title = project.state === 'shown' ? project.live.title : null;
  useDocumentTitle(title === null ? null : texts.previewPrefix + bidiIsolate(title));

  switch (project.state) {
    case 'loading':
      return <PageLoading />;
    case 'missing':
      return <ProjectNotFound text={texts.projectNotFoundText} />;
    case 'removed':
      return <NoProject icon={FileX2} title={texts.projectRemoved} text={texts.projectRemovedText} />;
    case 'failed':
      return <ProjectNotLoaded message={project.message} onRetry={retry} />;
    case 'shown':
      return (
        <FullPreview
          projectKey={openedKey}
          presentKey={projectKey}
          sandboxUrl={services.config.sandboxUrl}
          prefix={texts.previewPrefix}
          heading={project.live.title}
          live={project.live}
          target={target}
          menu={
            isAnonymous ? (
              <HeaderLink href={`/login?next=${encodeURIComponent(`/project/${projectKey}`)}`}>
                {texts.signIn}
              </HeaderLink>
            ) : (
              <ModerationAccess session={services.session} />
            )
          }
        />
      );
  }
}

function useFollowedProject({ call, socket, session }: PageServices, projectKey: string) {
  const [project, setProject] = useState<FollowedProject>({ state: 'loading' });
  const [, navigate] = useLocation();
  const follower = useRef<ProjectFollower>(null);

  useEffect(() => {
    const onMoved = (key: string) => navigate(`/preview/${key}`, { replace: true });
    const follow = () => {
      follower.current?.stop();
      follower.current = followProject({ projectKey, call, socket, onChange: setProject, onMoved });
    };
    follow();
    const unsubscribe = session.subscribe(({ user }, before) => {
      if (!before.user || user?.id === before.user.id) return;
      // What is shown may have been for this user alone, such as the text of an editor that has closed.
      setProject({ state: 'loading' });
      follow();
    });
    return () => {
      unsubscribe();
      follower.current?.stop();
    };
  }, [call, socket, session, projectKey, navigate]);

  useAnonymousSocket({ session, socket });

  return [project, () => follower.current?.retry()] as const;
}
