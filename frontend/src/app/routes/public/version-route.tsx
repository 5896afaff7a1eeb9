import { Code } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { FullPreview } from '@/features/preview/components/full-preview.tsx';
import { previewTarget } from '@/features/preview/model/compile/preview-target.ts';
import { authorAddress } from '@/features/projects/model/project-address.ts';
import { bidiIsolate } from '@/lib/bidi-isolate.ts';
import { Button } from '@/ui/button.tsx';
import { useDocumentTitle } from '@/ui/document-title.ts';
import { PageLoading } from '../../page-fallbacks.tsx';
import type { PageServices } from '../../page-services.ts';
import * as texts from '../page-texts.ts';
import { ProjectNotFound, ProjectNotLoaded } from './no-project.tsx';
import { ProjectCode } from './project-code.tsx';
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
  const target = useMemo(() => previewTarget(services.config), [services.config]);
  const [hasCode, setHasCode] = useState(false);
  const user = useStore(services.session, (session) => session.user);
  const version = result?.ok ? result.version : null;
  useDocumentTitle(version ? `${bidiIsolate(version.title)} - ${bidiIsolate(version.name)}` : null);

  if (!result) return <PageLoading />;
  if (!result.ok) {
    const { code, message } = result.error;
    if (code === 'not_found') return <ProjectNotFound text={texts.projectNotFoundText} />;
    return <ProjectNotLoaded message={message} onRetry={retry} />;
  }
  const { title, name, username, html, css, js, frameworkConfig } = result.version;
  return (
    <div className="flex h-full flex-col md:flex-row">
      <div className="min-h-0 min-w-0 flex-1">
        <FullPreview
          projectKey={projectId}
          sandboxUrl={services.config.sandboxUrl}
          heading={`${title} - ${bidiIsolate(name)}`}
          live={{ title, source: { html, css, js, frameworkConfig } }}
          target={target}
          menu={
            <>
              <Button look="quiet" aria-pressed={hasCode} onClick={() => setHasCode(!hasCode)}>
                <Code size={14} aria-hidden />
                {texts.code}
              </Button>
              <Link href={authorAddress(username)} className={`${linkLook} min-w-hit`}>
                <span dir="auto" title={username} className="max-w-48 truncate">
                  {username}
                </span>
              </Link>
              <Link href={`/project/${projectId}`} className={linkLook}>
                {texts.latestVersion}
              </Link>
              {user?.username !== username && (
                <Link href={`/report/${projectId}@${rev}`} className={linkLook}>
                  {texts.report}
                </Link>
              )}
            </>
          }
        />
      </div>
      {hasCode && <ProjectCode sources={result.version} />}
    </div>
  );
}

const linkLook = 'inline-flex h-hit items-center px-2 text-accent underline underline-offset-2';
