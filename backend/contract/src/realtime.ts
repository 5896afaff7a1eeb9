import * as z from 'zod/mini';
import { ModerationEvent } from './http/activity.js';
import { Id, Timestamp } from './http/text.js';
import { limits } from './limits.js';
import { LinkSecret } from './links.js';

/** The socket events in both directions (specification: Sockets). Nest and socket.io use the same maps. */

const Counters = z.object({ likes: z.int(), views: z.int(), forkCount: z.int() });

const WatchPayload = z.object({ projectId: Id });
const BrowseWatchPayload = z.object({
  projectIds: z
    .array(Id)
    .check(z.maxLength(limits.browseWatchMax, `takes at most ${limits.browseWatchMax} ids`)),
});

const Refusal = z.object({ ok: z.literal(false), error: z.string() });
const WatchAck = z.union([
  z.extend(Counters, {
    ok: z.literal(true),
    version: z.int(),
    /** Whether the watching user likes it; missing without a session. */
    isLiked: z.optional(z.boolean()),
    /** How many links open it; sent only to its owner. */
    liveLinks: z.optional(z.int()),
    /** As in `Project`, for clients that missed the event. */
    takenDown: z.optional(z.literal(true)),
  }),
  Refusal,
]);
export type WatchAck = z.infer<typeof WatchAck>;
const UnwatchAck = z.union([z.object({ ok: z.literal(true) }), Refusal]);
export type UnwatchAck = z.infer<typeof UnwatchAck>;
const BrowseWatchAck = z.union([
  z.object({
    ok: z.literal(true),
    /** Those that the user may watch: public ones, their own, and without a session embeddable ones. */
    data: z.array(
      z.extend(Counters, { projectId: Id, isPublic: z.boolean(), isLiked: z.optional(z.boolean()) }),
    ),
  }),
  Refusal,
]);
export type BrowseWatchAck = z.infer<typeof BrowseWatchAck>;

const LinkWatchPayload = z.object({ secret: LinkSecret });
const LinkWatchAck = z.union([
  z.object({
    ok: z.literal(true),
    projectId: Id,
    version: z.int(),
    /** In milliseconds; null: never. */
    expiresIn: z.nullable(z.int()),
  }),
  Refusal,
]);
export type LinkWatchAck = z.infer<typeof LinkWatchAck>;

/** The events that a page sends, each with its payload and acknowledgement. */
export const clientEvents = {
  /** One project more. Refused: the 51st of a socket (specification: Limits), and one that the caller may not see. */
  'project:watch': { payload: WatchPayload, ack: WatchAck },
  /** Accepted also for a project that is not watched. */
  'project:unwatch': { payload: WatchPayload, ack: UnwatchAck },
  /** Up to 100 projects of a list, which replace those watched before; those that the caller may not see are left out. */
  'browse:watch': { payload: BrowseWatchPayload, ack: BrowseWatchAck },
  /** One link, which replaces the one watched before. */
  'link:watch': { payload: LinkWatchPayload, ack: LinkWatchAck },
} as const;
export type ClientEvent = keyof typeof clientEvents;
export type ClientPayload<E extends ClientEvent> = z.infer<(typeof clientEvents)[E]['payload']>;

/** The events that the server sends, with their payloads. `origin` is the tab that caused it (X-Client-Id), or null. */
export const serverEvents = {
  /** To the owner's windows: how a save goes on. To watchers: only `saved`, which has `version` and `updatedAt`. */
  'project:save-status': z.object({
    projectId: Id,
    status: z.enum(['saving', 'saved', 'failed']),
    version: z.optional(z.int()),
    updatedAt: z.optional(Timestamp),
    origin: z.nullable(z.string()),
  }),
  /**
   * To watchers and pages opened by a link: a newer version is stored; `changed` names the fields of the save. To the
   * owner's windows, with none: it was restored from the trash.
   */
  'project:updated': z.object({ projectId: Id, version: z.int(), changed: z.array(z.string()) }),
  /** To the owner's windows, watchers and lists. */
  'project:likes': z.object({ projectId: Id, likes: z.int() }),
  /** To all sockets of one user: whether the user likes it now. */
  'project:liked': z.object({ projectId: Id, isLiked: z.boolean() }),
  /** To the owner's windows, watchers and lists. */
  'project:stats': z.object({ projectId: Id, views: z.int(), forkCount: z.int() }),
  /** The replies in its topic in the forum; null: there is none. */
  'project:discussion': z.object({ projectId: Id, replies: z.nullable(z.int()) }),
  /**
   * To the owner's windows and watchers: its owner moved it to the trash, or moderation hid or deleted it. `visibility`:
   * its owner made it private or ended embedding, to those who lose it; a client that may still see it is let in when
   * it watches again.
   */
  'project:removed': z.object({ projectId: Id, by: z.enum(['owner', 'moderation', 'visibility']) }),
  /** Its owner has withdrawn a published version. */
  'version:withdrawn': z.object({ projectId: Id, rev: z.int() }),
  /** To lists: it is no longer public, for any reason. */
  'project:unlisted': z.object({ projectId: Id }),
  /** To the owner's windows: how many links open it now. */
  'project:links': z.object({ projectId: Id, liveLinks: z.int() }),
  /** To pages opened by a link: the link no longer opens this project. */
  'link:ended': z.object({ projectId: Id }),
  /** To the owner's windows: the appeal against its takedown was dismissed or granted. */
  'appeal:decided': z.object({ projectId: Id }),
  /** To admins: a new entry of the activity list. */
  'moderation:event': ModerationEvent,
  /** To the sockets of a session that has ended, before they are disconnected. */
  'session:revoked': z.object({ reason: z.string() }),
} as const;
export type ServerEvent = keyof typeof serverEvents;
export type ServerPayload<E extends ServerEvent> = z.infer<(typeof serverEvents)[E]>;

/**
 * The version of the messages that replicas exchange for their sockets: `serverEvents`, in entries of a Redis stream. A
 * replica refuses entries of another version. Raise it if an event loses or renames a field, or a field changes its
 * meaning. A new event, a new value or a new optional field does not need it, since pages ignore what they do not
 * know.
 */
export const replicaProtocol = 1;

/** socket.io's own map types, from the schemas above. */
export type ClientToServerEvents = {
  [E in ClientEvent]: (
    payload: ClientPayload<E>,
    ack: (result: z.infer<(typeof clientEvents)[E]['ack']>) => void,
  ) => void;
};
export type ServerToClientEvents = { [E in ServerEvent]: (payload: ServerPayload<E>) => void };

/** The handshake: a token is optional; an invalid one is refused. */
export const SocketAuth = z.object({ token: z.optional(z.string()) });
