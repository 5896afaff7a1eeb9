import * as z from 'zod/mini';
import { ErrorBody } from '../errors.js';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { Email, SignIn } from './auth.js';
import { text } from './text.js';

/** A token that the forum signed (CONTRACT 5). What it must say is the server's business. */
export const ForumHandOff = z.object({
  token: text(limits.forumTokenLength, 1),
  /** The person has said so: whoever is signed in in this browser is somebody else. */
  replaceSession: z.optional(z.boolean()),
});
export type ForumHandOff = z.infer<typeof ForumHandOff>;

/** 409 `signed_in_as_other`: the names of whoever the caller's session is of, and of whom the token stands for. */
export const SignedInAsOther = z.extend(ErrorBody, { current: z.string(), arriving: z.string() });
export type SignedInAsOther = z.infer<typeof SignedInAsOther>;

/** Why the forum could not hand somebody over: `/discourse-auth?error=CODE` (CONTRACT 5). */
export const forumErrors = [
  'not_configured',
  'invalid_signature',
  'incomplete_answer',
  'unknown_request',
  'expired',
] as const;
export type ForumError = (typeof forumErrors)[number];

/** People come by these addresses, not programs: what does not fit counts as empty, and a page tells what is wrong. */
function orEmpty(max: number) {
  return z.catch(z._default(text(max), ''), '');
}

/** `next`: the path to come back to. One that `returnPath` refuses is as good as none. */
export const DiscourseStart = z.object({ next: orEmpty(limits.urlLength) });
export type DiscourseStart = z.infer<typeof DiscourseStart>;

/** What the forum answers with: fields in Base64, and their HMAC-SHA256 in lower-case hex. */
export const DiscourseAnswer = z.object({
  sso: orEmpty(limits.forumAnswerLength),
  sig: orEmpty(64),
});
export type DiscourseAnswer = z.infer<typeof DiscourseAnswer>;

/** Whom the forum means: Discourse counts its people, others may name them. Kept as text. */
export const ForumId = z.pipe(z.union([text(100, 1), z.int()]), z.transform(String));

/** Somebody of the forum, as its webhooks tell of them. */
export const ForumUser = z.object({
  id: ForumId,
  username: z.optional(text(200, 1)),
  email: z.catch(z.optional(Email), undefined),
  /** Where their picture is, with `{size}` in it. */
  avatar_template: z.optional(z.nullable(text(limits.urlLength))),
  suspended_till: z.optional(z.nullable(text(100))),
});
export type ForumUser = z.infer<typeof ForumUser>;

/** What a webhook of the forum brings; events that are not about people have no `user`. */
export const ForumEvent = z.object({ user: z.optional(ForumUser) });
export type ForumEvent = z.infer<typeof ForumEvent>;

/** Its name. Neither it nor the event's id is signed: an event is known by its body. */
export const ForumEventHeaders = z.object({ 'x-discourse-event': z.optional(text(200)) });
export type ForumEventHeaders = z.infer<typeof ForumEventHeaders>;

/** Whether there was anything to do. */
export const ForumEventOutcome = z.object({ done: z.boolean() });
export type ForumEventOutcome = z.infer<typeof ForumEventOutcome>;

/** How people come here from the forum (CONTRACT 5). */
export const forumRoutes = {
  forumLogin: route({
    method: 'POST',
    path: '/auth/discourse-login',
    summary:
      'Exchange a token of the forum, once, for a session. 401 for a token that is forged, expired, used or made for another browser, 403 where no forum is set up, 409 with both names where the caller is signed in as somebody else and `replaceSession` is not true.',
    access: 'optional',
    status: 200,
    body: ForumHandOff,
    response: SignIn,
  }),
  discourseStart: route({
    method: 'GET',
    path: '/auth/discourse/start',
    summary: 'Send the browser to the forum to be told who it is (DiscourseConnect Provider).',
    access: 'none',
    status: 302,
    query: DiscourseStart,
  }),
  forumWebhook: route({
    method: 'POST',
    path: '/forum/webhook',
    summary:
      'Told by the forum that somebody has signed out, was suspended, destroyed or updated there. 401 for a wrong signature, 403 where no webhooks are taken.',
    access: 'none',
    status: 200,
    headers: ForumEventHeaders,
    body: ForumEvent,
    signed: true,
    response: ForumEventOutcome,
  }),
  discourseCallback: route({
    method: 'GET',
    path: '/auth/discourse/callback',
    summary:
      'Where the forum sends the browser back to: on to /discourse-auth, with a token of one use or the code of an error.',
    access: 'none',
    status: 302,
    query: DiscourseAnswer,
  }),
};
