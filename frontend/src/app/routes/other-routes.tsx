import { Route, Switch } from 'wouter';
import type { Studio } from '../studio.ts';
import { ReportRoute } from './report-route.tsx';
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
