import { useStore } from 'zustand';
import { authorAddress } from '@/features/projects/model/project-address.ts';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { useDocumentTitle } from '@/ui/document-title.ts';
import { PageLoading } from '../../page-fallbacks.tsx';
import type { PageServices } from '../../page-services.ts';
import * as texts from '../page-texts.ts';
import { HeaderLink } from './header-link.tsx';
import { ProjectNotFound, ProjectNotLoaded } from './no-project.tsx';
import { RunningProject } from './running-project.tsx';
import { useLoginAtSessionEnd } from './use-login-at-session-end.ts';
import { usePublishedVersion } from './use-published-version.ts';

interface VersionRouteProps {
  services: PageServices;
  projectId: string;
  rev: string;
}

/** /project/{id}@{n}: a published version, running, with its code; no login is needed (specification: Pages). */
export default function VersionRoute({ services, projectId, rev }: VersionRouteProps) {
  useLoginAtSessionEnd(services);
  const [result, retry] = usePublishedVersion(services, projectId, rev);
  const user = useStore(services.session, (session) => session.user);
  const version = result?.ok ? result.version : null;
  useDocumentTitle(version ? `${bidiIsolate(version.title)} - ${bidiIsolate(version.name)}` : null);

  if (!result) return <PageLoading />;
  if (!result.ok) {
    const { code, message } = result.error;
    if (code === 'not_found') return <ProjectNotFound text={texts.projectNotFoundText} />;
    return <ProjectNotLoaded message={message} onRetry={retry} />;
  }
  const { title, name, username } = result.version;
  return (
    <RunningProject
      services={services}
      projectId={projectId}
      heading={`${title} - ${bidiIsolate(name)}`}
      project={result.version}
    >
      <HeaderLink href={authorAddress(username)}>
        <span dir="auto" title={username} className="max-w-48 truncate">
          {username}
        </span>
      </HeaderLink>
      <HeaderLink href={`/project/${projectId}`}>{texts.latestVersion}</HeaderLink>
      {user?.username !== username && (
        <HeaderLink href={`/report/${projectId}@${rev}`}>{texts.report}</HeaderLink>
      )}
    </RunningProject>
  );
}
