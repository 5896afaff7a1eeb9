import { useStore } from 'zustand';
import { ReportPage } from '@/features/reports/components/report-page.tsx';
import { PageLoading } from '../page-loading.tsx';
import type { Studio } from '../studio.ts';

/** /report/{id}: where the Report of an embed leads. Whoever is not signed in signs in first, and comes back. */
export function ReportRoute({ studio, projectId }: { studio: Studio; projectId: string }) {
  const status = useStore(studio.session, (session) => session.status);
  if (status === 'loading') return <PageLoading />;
  return (
    <ReportPage
      call={studio.call}
      projectId={projectId}
      signedIn={status === 'signed-in'}
      signInPath={`/login?next=${encodeURIComponent(`/report/${projectId}`)}`}
    />
  );
}
