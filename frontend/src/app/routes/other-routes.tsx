import { Route, Switch } from 'wouter';
import { useStore } from 'zustand';
import { ReportPage } from '@/features/reports/components/report-page.tsx';
import { PageLoading } from '../page-fallbacks.tsx';
import type { Studio } from '../page-services.ts';
import { UnknownPage } from './unknown-page.tsx';

/** The pages that few open, and any address that the studio does not have. */
export default function OtherRoutes({ studio }: { studio: Studio }) {
  return (
    <Switch>
      <Route path="/report/:id">{({ id }) => <ReportRoute studio={studio} projectId={id} />}</Route>
      <Route>
        <UnknownPage />
      </Route>
    </Switch>
  );
}

/** /report/{id}: where the Report of an embed leads. Whoever is not signed in signs in first, and comes back. */
function ReportRoute({ studio, projectId }: { studio: Studio; projectId: string }) {
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
