import type { Project } from '@studio/contract/http/projects';
import { type LinkedProject, linkRoutes } from '@studio/contract/links';
import { GitFork } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { createOnce } from '@/features/projects/model/create-once.ts';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { Button } from '@/ui/button.tsx';
import { useDocumentTitle } from '@/ui/document-title.ts';
import { showProgress } from '@/ui/progress-indicators.tsx';
import { toast } from '@/ui/toast/toast.ts';
import { PageLoading } from '../../page-fallbacks.tsx';
import type { PageServices } from '../../page-services.ts';
import * as texts from '../page-texts.ts';
import { followLink, type LinkFollower, type OpenedLink } from './followed-link.ts';
import { HeaderLink } from './header-link.tsx';
import { ProjectNotFound, ProjectNotLoaded } from './no-project.tsx';
import { RunningProject } from './running-project.tsx';
import { useAnonymousSocket } from './use-anonymous-socket.ts';

interface LinkRouteProps {
  services: PageServices;
  secret: string;
}

/** /s/{secret}: a project by link, running, with its code; no login is needed (specification: Links). */
export default function LinkRoute({ services, secret }: LinkRouteProps) {
  const [opened, follower] = useOpenedLink(services, secret);
  const project = opened.state === 'shown' ? opened.project : null;
  useDocumentTitle(project ? bidiIsolate(project.title) : null);

  if (opened.state === 'loading') return <PageLoading />;
  if (opened.state === 'shown')
    return (
      <Shown services={services} secret={secret} project={opened.project} onGone={() => follower?.retry()} />
    );
  if (opened.state === 'missing') return <ProjectNotFound text={texts.linkOpensNothing} />;
  return <ProjectNotLoaded message={opened.message} onRetry={() => follower?.retry()} />;
}

interface ShownProps extends LinkRouteProps {
  project: LinkedProject;
  onGone: () => void;
}

function Shown({ services, secret, project, onGone }: ShownProps) {
  const [, navigate] = useLocation();
  const user = useStore(services.session, (session) => session.user);
  const { id, title, version } = project;
  const isOthers = user?.id !== project.userId;

  const [forking, setForking] = useState(false);
  const [makeFork] = useState(() => createOnce<Project>());
  async function fork() {
    setForking(true);
    const response = await showProgress(
      makeFork(String(version), (headers) =>
        services.call(linkRoutes.forkLinked, { body: { secret }, headers }),
      ),
    );
    setForking(false);
    if (response.ok) navigate(`/project/${response.data.id}`);
    else if (response.error.code === 'not_found') onGone();
    else toast({ title: texts.forkFailed, description: response.error.message, tone: 'danger' });
  }

  return (
    <RunningProject services={services} projectId={id} heading={title} project={project}>
      {user && isOthers && (
        <Button look="quiet" busy={forking} onClick={fork}>
          {!forking && <GitFork size={14} aria-hidden />}
          {texts.fork}
        </Button>
      )}
      {isOthers && <HeaderLink href={`/report/${id}`}>{texts.report}</HeaderLink>}
    </RunningProject>
  );
}

function useOpenedLink(
  { call, socket, session }: PageServices,
  secret: string,
): [OpenedLink, LinkFollower | null] {
  const [opened, setOpened] = useState<OpenedLink>({ state: 'loading' });
  const [follower, setFollower] = useState<LinkFollower | null>(null);
  useEffect(() => {
    const following = followLink({ secret, call, socket, onChange: setOpened });
    setFollower(following);
    return following.stop;
  }, [call, socket, secret]);
  useAnonymousSocket({ session, socket });
  return [opened, follower];
}
