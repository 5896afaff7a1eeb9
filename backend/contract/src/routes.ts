import { accountRoutes } from './http/accounts.js';
import { activityRoutes } from './http/activity.js';
import { adminRoutes } from './http/admin.js';
import { assetRoutes } from './http/assets.js';
import { auditRoutes } from './http/audit.js';
import { authRoutes } from './http/auth.js';
import { forkRoutes } from './http/forks.js';
import { discussionRoutes, forumRoutes } from './http/forum.js';
import { healthRoutes } from './http/health.js';
import { likeRoutes } from './http/likes.js';
import { oembedRoutes } from './http/oembed.js';
import { projectRoutes } from './http/projects.js';
import { reportRoutes } from './http/reports.js';
import { revisionRoutes } from './http/revisions.js';
import { studioRoutes } from './http/studio.js';
import { templateRoutes } from './http/templates.js';
import { userRoutes } from './http/users.js';
import { linkRoutes } from './links.js';
import { packageRoutes } from './packages/package-routes.js';

/** Every HTTP call of the studio. Controllers, the browser client, the API document and the tests read this table. */
export const routes = {
  ...authRoutes,
  ...accountRoutes,
  ...forumRoutes,
  ...projectRoutes,
  ...likeRoutes,
  ...revisionRoutes,
  ...forkRoutes,
  ...discussionRoutes,
  ...linkRoutes,
  ...reportRoutes,
  ...userRoutes,
  ...assetRoutes,
  ...templateRoutes,
  ...packageRoutes,
  ...studioRoutes,
  ...oembedRoutes,
  ...healthRoutes,
  ...adminRoutes,
  ...auditRoutes,
  ...activityRoutes,
};
export type RouteName = keyof typeof routes;
