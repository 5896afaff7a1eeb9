import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { SignIn } from './auth.js';
import { text } from './text.js';

/** A token that the forum signed (CONTRACT 5). What it must say is the server's business. */
export const ForumHandOff = z.object({ token: text(limits.forumTokenLength, 1) });
export type ForumHandOff = z.infer<typeof ForumHandOff>;

/** Why the forum could not hand somebody over: `/discourse-auth?error=CODE` (CONTRACT 5). */
export const forumErrors = ['not_configured', 'invalid_signature', 'unknown_request', 'expired'] as const;
export type ForumError = (typeof forumErrors)[number];

/** How people come here from the forum (CONTRACT 5). */
export const forumRoutes = {
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
};
