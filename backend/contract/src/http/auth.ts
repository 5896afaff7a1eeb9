import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { Id, Timestamp, text } from './text.js';

const Email = z.email('must be an e-mail address').check(z.maxLength(limits.emailLength));
const Username = z
  .string()
  .check(
    z.minLength(limits.usernameMin, `must have at least ${limits.usernameMin} characters`),
    z.maxLength(limits.usernameMax, `must have at most ${limits.usernameMax} characters`),
    z.regex(/^[A-Za-z0-9_-]*$/, 'takes letters, digits, _ and -'),
  );
const NewPassword = text(limits.passwordMax, limits.passwordMin);
/** What somebody types to sign in: a wrong one is 401, so only its size is checked here. */
const GivenPassword = text(1_000, 1);

/** The signed-in user, as only that user sees it (SPEC 3 User). */
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

export const Registration = z.object({ email: Email, username: Username, password: NewPassword });
export type Registration = z.infer<typeof Registration>;

/** SPEC 7 Authentication: a bearer token and whom it stands for. */
export const SignIn = z.object({ access_token: z.string(), user: User });
export type SignIn = z.infer<typeof SignIn>;

/** A token that the forum signed (CONTRACT 5). What it must say is the server's business. */
export const ForumHandOff = z.object({ token: text(limits.forumTokenLength, 1) });
export type ForumHandOff = z.infer<typeof ForumHandOff>;

/** Why the forum could not hand somebody over: `/discourse-auth?error=CODE` (CONTRACT 5). */
export const forumErrors = ['not_configured', 'invalid_signature', 'unknown_request', 'expired'] as const;
export type ForumError = (typeof forumErrors)[number];

/** SPEC 7 Authentication: the styles that an avatar is chosen from. */
export const avatarStyles = [
  'avataaars',
  'big-smile',
  'bottts',
  'identicon',
  'initials',
  'pixel-art',
] as const;
export type AvatarStyle = (typeof avatarStyles)[number];

export const ProfileUpdate = z.object({ avatar: text(limits.urlLength, 1) });
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

export const PasswordChange = z.object({ currentPassword: GivenPassword, newPassword: NewPassword });
export type PasswordChange = z.infer<typeof PasswordChange>;

export const authRoutes = {
  register: route({
    method: 'POST',
    path: '/auth/register',
    summary:
      'Make an account and sign in. 403 when registration is closed, 409 when the name or e-mail is taken.',
    access: 'none',
    status: 201,
    body: Registration,
    response: SignIn,
  }),
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password. 401 for a wrong pair, 429 after too many failures.',
    access: 'none',
    status: 200,
    body: Credentials,
    response: SignIn,
  }),
  forumLogin: route({
    method: 'POST',
    path: '/auth/discourse-login',
    summary:
      'Exchange a token of the forum, once, for a session. 401 for a token that is forged, expired or used, 403 where no forum is set up.',
    access: 'none',
    status: 200,
    body: ForumHandOff,
    response: SignIn,
  }),
  me: route({
    method: 'GET',
    path: '/auth/me',
    summary: 'Who the token stands for; also slides the session by another 7 days.',
    access: 'required',
    status: 200,
    response: User,
  }),
  updateMe: route({
    method: 'PATCH',
    path: '/auth/me',
    summary: 'Change the avatar: an address of the studio’s own avatars, or of AVATAR_URL.',
    access: 'required',
    status: 200,
    body: ProfileUpdate,
    response: User,
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session; its token and its sockets are dead within a second.',
    access: 'required',
    status: 204,
  }),
  changePassword: route({
    method: 'POST',
    path: '/auth/password',
    summary: 'Set a new password; ends all other sessions of the account. 401 when the current one is wrong.',
    access: 'required',
    status: 204,
    body: PasswordChange,
  }),
};
