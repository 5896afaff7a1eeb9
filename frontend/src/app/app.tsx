import { Suspense, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { fetchWhenInUse } from '@/ui/lazy-part.tsx';
import { Overlays } from '@/ui/overlays.tsx';
import { AdminOverlay } from './admin-overlay.tsx';
import { lazyPage } from './lazy-page.ts';
import { CrashBoundary, PageLoading } from './page-fallbacks.tsx';
import type { PageServices } from './page-services.ts';
import { StudioRoute } from './routes/studio-page.tsx';

const loadLogin = () => import('./routes/login-route.tsx');
const LoginRoute = lazyPage(loadLogin);
const DiscourseAuthRoute = lazyPage(() => import('./routes/discourse-auth-route.tsx'));
const PreviewRoute = lazyPage(() => import('./routes/public/preview-route.tsx'));
const UserRoute = lazyPage(() => import('./routes/public/user-route.tsx'));
const OtherRoutes = lazyPage(() => import('./routes/other-routes.tsx'));

/** /, /new and /project/{id} are one page, so that the editor stays when the address changes. */
const studioPaths = /^\/(?:new|project\/(?<id>[^/@]+))?\/?$/;

/** The routes, and the overlays above them (specification: Pages). */
export function App({ services }: { services: PageServices }) {
  // A session may end offline, or after a release has replaced the files.
  useEffect(() => fetchWhenInUse({ fetch: loadLogin }), []);
  return (
    <CrashBoundary>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path={studioPaths}>
            {({ id }) => <StudioRoute services={services} projectId={id ?? null} />}
          </Route>
          <Route path="/preview/:id">
            {({ id }) => <PreviewRoute services={services} projectKey={id} />}
          </Route>
          <Route path="/user/:name">{({ name }) => <UserRoute services={services} name={name} />}</Route>
          <Route path="/login">
            <LoginRoute services={services} />
          </Route>
          <Route path="/discourse-auth">
            <DiscourseAuthRoute services={services} />
          </Route>
          <Route>
            <OtherRoutes services={services} />
          </Route>
        </Switch>
      </Suspense>
      <AdminOverlay services={services} />
      <Overlays />
    </CrashBoundary>
  );
}
