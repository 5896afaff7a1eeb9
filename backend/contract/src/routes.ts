import { authRoutes } from './http/auth.js';
import { frameworkRoutes } from './http/frameworks.js';
import { healthRoutes } from './http/health.js';
import { projectRoutes } from './http/projects.js';
import { studioRoutes } from './http/studio.js';

/** Every HTTP call of the studio. Controllers, the browser client, the API document and the tests read this table. */
export const routes = {
  ...authRoutes,
  ...projectRoutes,
  ...frameworkRoutes,
  ...studioRoutes,
  ...healthRoutes,
};
export type RouteName = keyof typeof routes;
