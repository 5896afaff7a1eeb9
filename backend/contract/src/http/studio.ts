import * as z from 'zod/mini';
import { route } from '../route.js';

/** The configuration that a page needs; rendered into the page and public. */
export const StudioConfig = z.object({
  /** Origin template of user code; `{id}` stands for the project. */
  sandboxUrl: z.string(),
  assetsUrl: z.string(),
  /** AVATAR_URL: a service that draws avatars; null: the studio itself does, on `assetsUrl`. */
  avatarUrl: z.nullable(z.string()),
  /** Null: the main site is /login. */
  mainSiteUrl: z.nullable(z.string()),
  /** FORUM_URL and FORUM_SECRET are set: people may sign in through the forum. */
  forumSignIn: z.boolean(),
  /** SMTP_URL is set: a forgotten password can be replaced through a link in an email. */
  passwordReset: z.boolean(),
  /** LIBRARY_SOURCE: where previews load frameworks and styles from. */
  librarySource: z.enum(['local', 'cdn']),
  /** MODULE_CDN: the source of bare imports that the studio does not include; null: none. */
  moduleCdn: z.nullable(z.string()),
  /** MODULES is not `off`: code may import npm packages that the studio has. */
  packages: z.boolean(),
  supportEmail: z.string(),
  demoAccount: z.nullable(z.object({ email: z.string(), password: z.string() })),
});
export type StudioConfig = z.infer<typeof StudioConfig>;

export const studioRoutes = {
  studioConfig: route({
    method: 'GET',
    path: '/studio',
    summary: 'Configuration of this studio: origins, support address, demo account.',
    access: 'none',
    status: 200,
    response: StudioConfig,
  }),
};
