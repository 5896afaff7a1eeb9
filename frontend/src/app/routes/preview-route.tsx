import { projectRoutes } from '@studio/contract/http/projects';
import { FileQuestion } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { FullPreview } from '@/features/preview/components/full-preview.tsx';
import { editorDeadline, followSource, type LiveSource } from '@/features/preview/model/live-source.ts';
import type { Call } from '@/lib/http-client.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { previewTarget } from '../compile-target.ts';
import { PageLoading } from '../page-loading.tsx';
import type { Studio } from '../studio.ts';

/** /preview/{id}: the text of an open editor as it changes, else the stored project (CONTRACT 4). */
export default function PreviewRoute({ studio, projectKey }: { studio: Studio; projectKey: string }) {
  const live = useLiveSource(studio.call, projectKey);
  const target = useMemo(() => previewTarget(studio.config), [studio.config]);
  const title = typeof live === 'object' ? live.title : null;
  useEffect(() => {
    if (title !== null) document.title = `Preview - ${title}`;
  }, [title]);

  if (live === 'loading') return <PageLoading />;
  if (live === 'missing') {
    return (
      <main className="grid min-h-full place-items-center">
        <EmptyState
          icon={FileQuestion}
          title="Project not found"
          text="It may be private, unsaved and no longer open, or it doesn't exist."
        >
          <Link href="/" className="text-accent underline underline-offset-2">
            Go to Home
          </Link>
        </EmptyState>
      </main>
    );
  }
  return (
    <FullPreview projectKey={projectKey} sandboxUrl={studio.config.sandboxUrl} live={live} target={target} />
  );
}

/** An editor that has the project open is heard first: its text is newer than the server's. */
function useLiveSource(call: Call, projectKey: string): LiveSource | 'loading' | 'missing' {
  const [live, setLive] = useState<LiveSource | 'loading' | 'missing'>('loading');
  useEffect(() => {
    const stopFollowing = followSource(projectKey, setLive);
    const readStored = async () => {
      const answer = await call(projectRoutes.readProject, { params: { id: projectKey } });
      setLive((heard) => {
        if (heard !== 'loading') return heard;
        if (!answer.ok) return 'missing';
        const { title, html, css, js, frameworkConfig } = answer.data;
        return { title, source: { html, css, js, frameworkConfig } };
      });
    };
    const timer = setTimeout(() => void readStored(), editorDeadline);
    return () => {
      stopFollowing();
      clearTimeout(timer);
    };
  }, [call, projectKey]);
  return live;
}
