import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { Id, Timestamp, text } from './text.js';

export const Email = z.email('must be an email address').check(z.maxLength(limits.emailLength));
/** A password as typed at sign-in: a wrong one is 401, so only its size is checked here. */
export const GivenPassword = text(1_000, 1);

/** The signed-in user, as only that user sees it (specification: User record). */
export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** A local account: it has a password, which can be changed. Accounts of the forum have none. */
  hasPassword: z._default(z.boolean(), false),
  createdAt: Timestamp,
});
export type User = z.infer<typeof User>;

export const Credentials = z.object({ email: Email, password: GivenPassword });
export type Credentials = z.infer<typeof Credentials>;

/** A bearer token and its user (specification: User record). */
export const SignIn = z.object({ access_token: z.string(), user: User });
export type SignIn = z.infer<typeof SignIn>;

export const authRoutes = {
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with email and password. 401 for a wrong pair, 429 after too many failures.',
    access: 'none',
    status: 200,
    body: Credentials,
    response: SignIn,
  }),
  me: route({
    method: 'GET',
    path: '/auth/me',
    summary: 'The user of the token; also extends the session by another 7 days.',
    access: 'required',
    status: 200,
    response: User,
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session; its token and sockets end within a second.',
    access: 'required',
    status: 204,
  }),
};
