import * as z from 'zod/mini';
import { ErrorBody } from '../errors.js';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { SignIn } from './auth.js';
import { IdParams, Timestamp, text } from './text.js';

/** A token that the forum signed (specification: Forum sign-in). Only the server checks its content. */
export const ForumHandOff = z.object({
  token: text(limits.forumTokenLength, 1),
  /** The person has confirmed that they replace another user's session in this browser. */
  replaceSession: z.optional(z.boolean()),
});
export type ForumHandOff = z.infer<typeof ForumHandOff>;

/** 409 `signed_in_as_other`: the names of the session's user and of the token's. */
export const SignedInAsOther = z.extend(ErrorBody, { current: z.string(), arriving: z.string() });
export type SignedInAsOther = z.infer<typeof SignedInAsOther>;

/** Why a sign-in through the forum failed: `/discourse-auth?error=CODE` (specification: Forum sign-in). */
export const forumErrors = [
  'not_configured',
  'invalid_signature',
  'incomplete_answer',
  'unknown_request',
  'expired',
] as const;
export type ForumError = (typeof forumErrors)[number];

/** For addresses that people open in a browser: invalid values count as empty, and a page explains the error. */
function orEmpty(max: number) {
  return z.catch(z._default(text(max), ''), '');
}

/** `next`: the path to return to; ignored if `returnPath` refuses it. */
export const DiscourseStart = z.object({ next: orEmpty(limits.urlLength) });
export type DiscourseStart = z.infer<typeof DiscourseStart>;

/** The forum's response: fields in Base64, and their HMAC-SHA256 in lower-case hex. */
export const DiscourseResponse = z.object({
  sso: orEmpty(limits.forumResponseLength),
  sig: orEmpty(64),
});
export type DiscourseResponse = z.infer<typeof DiscourseResponse>;

/** The forum's id of a user: a number in Discourse, possibly text elsewhere. Stored as text. */
export const ForumId = z.pipe(z.union([text(100, 1), z.int()]), z.transform(String));

/** Checked as browsers do: the forum has confirmed it, and allows more characters than registration here. */
export const ForumEmail = z.email({ pattern: z.regexes.html5Email }).check(z.maxLength(limits.emailLength));

/** A user of the forum, as in its webhooks. */
export const ForumUser = z.object({
  id: ForumId,
  username: z.optional(text(200, 1)),
  email: z.catch(z.optional(ForumEmail), undefined),
  /** Address of their picture, containing `{size}`. */
  avatar_template: z.optional(z.nullable(text(limits.urlLength))),
  suspended_till: z.optional(z.nullable(text(100))),
  /** When the forum last saw them, to the minute; orders updates. */
  last_seen_at: z.catch(z.optional(Timestamp), undefined),
});
export type ForumUser = z.infer<typeof ForumUser>;

/** The number of a topic, post or event of Discourse. */
const ForumNumber = z.int().check(z.nonnegative());

/** A post of the forum, as in its webhooks; other fields are ignored. */
export const ForumPost = z.object({
  id: ForumNumber,
  topic_id: ForumNumber,
  /** 1: the post that opens its topic. */
  post_number: ForumNumber,
  /** 1: an ordinary post; others are small actions and whispers. */
  post_type: z._default(z.int(), 1),
  /** `private_message` for private messages, else `regular`. */
  topic_archetype: z._default(text(100), 'regular'),
  raw: z._default(z.string(), ''),
  updated_at: Timestamp,
  /** Hidden from all readers after flags. */
  hidden: z._default(z.boolean(), false),
  /** Deleted by its author; the text is gone already. */
  user_deleted: z._default(z.boolean(), false),
});
export type ForumPost = z.infer<typeof ForumPost>;

/** A topic of the forum, as in its webhooks; other fields are ignored. */
export const ForumTopic = z.object({
  id: ForumNumber,
  archetype: z._default(text(100), 'regular'),
  /** False: in no list. */
  visible: z._default(z.boolean(), true),
  deleted_at: z.optional(z.nullable(text(100))),
});
export type ForumTopic = z.infer<typeof ForumTopic>;

/** The body of a webhook: the user, post or topic of the event. Other objects are ignored. */
export const ForumEvent = z.object({
  user: z.optional(ForumUser),
  post: z.optional(ForumPost),
  topic: z.optional(ForumTopic),
});
export type ForumEvent = z.infer<typeof ForumEvent>;

/**
 * The event's name and its ascending number. Neither is signed, so events about users are identified by their body, and
 * the number is used only to order events about posts and topics.
 */
export const ForumEventHeaders = z.object({
  'x-discourse-event': z.optional(text(200)),
  'x-discourse-event-id': z.optional(text(200)),
});
export type ForumEventHeaders = z.infer<typeof ForumEventHeaders>;

/** Whether the event had any effect. */
export const ForumEventOutcome = z.object({ done: z.boolean() });
export type ForumEventOutcome = z.infer<typeof ForumEventOutcome>;

/** Sign-in through the forum, and its webhooks (specification: Forum sign-in). */
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
    summary: 'Redirect the browser to the forum to identify its user (DiscourseConnect Provider).',
    access: 'none',
    status: 302,
    query: DiscourseStart,
  }),
  forumWebhook: route({
    method: 'POST',
    path: '/forum/webhook',
    summary:
      'Webhook of the forum: a user has logged out or was suspended, destroyed or updated; a post or topic was created, edited, destroyed or recovered. 401 for a wrong signature, 403 if no webhooks are configured.',
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
      'The return from the forum: redirects to /discourse-auth with a token of one use or an error code.',
    access: 'none',
    status: 302,
    query: DiscourseResponse,
  }),
};

/** A project's discussion in the forum; null if there can be none. `replies`: in its topic; null: no topic yet. */
export const Discussion = z.object({
  discussion: z.nullable(z.object({ replies: z.nullable(z.int()) })),
});
export type Discussion = z.infer<typeof Discussion>;

/** The discussion of a project in the forum (specification: Discussions). */
export const discussionRoutes = {
  readDiscussion: route({
    method: 'GET',
    path: '/projects/:id/discussion',
    summary:
      'How many replies a public project’s topic in the forum has; nothing where no forum is set up, or the project is private.',
    access: 'optional',
    status: 200,
    params: IdParams,
    response: Discussion,
  }),
  discuss: route({
    method: 'GET',
    path: '/projects/:id/discuss',
    summary:
      'Redirect to a public project’s topic in the forum, or to a new one, filled in. 404 where no forum is set up, or the project is private.',
    access: 'optional',
    status: 302,
    params: IdParams,
  }),
};
