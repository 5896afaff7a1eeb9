import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { newId } from '../../common/ids.js';
import { type EndedSession, type NewSession, type Session, SessionStore } from '../../ports/sessions.js';
import { UsedTokens } from '../../ports/used-tokens.js';
import { RedisConnection } from './redis-connection.js';

/** The time limit of a command whose duration grows with the number of sessions: enough for about 300,000. */
const longActMs = 3_000;

/**
 * Sessions as keys that expire by the clock of Redis, which is the same for every replica.
 * Each change is one script, so that it is atomic.
 */
@Injectable()
export class RedisSessionStore extends SessionStore {
  constructor(private readonly redis: RedisConnection) {
    super();
  }

  async create(userId: string, maxSessions: number): Promise<NewSession> {
    const id = newId();
    const replaced = (await this.#run(createSession, id, userId, durations.session, maxSessions)) as string[];
    return { id, userId, expiresAt: new Date(Date.now() + durations.session), replaced };
  }

  async find(id: string): Promise<Session | null> {
    const [userId, leftMs] = await this.redis.run((client) =>
      Promise.all([client.get(`session:${id}`), client.pTTL(`session:${id}`)]),
    );
    return userId !== null && leftMs > 0 ? { id, userId, expiresAt: new Date(Date.now() + leftMs) } : null;
  }

  async extend(id: string): Promise<void> {
    await this.#run(extendSession, id, durations.session);
  }

  async revoke(id: string): Promise<void> {
    await this.#run(revokeSession, id);
  }

  async revokeOthers(userId: string, keptId: string): Promise<string[]> {
    return (await this.#run(revokeOtherSessions, userId, keptId)) as string[];
  }

  async revokeAll(): Promise<EndedSession[]> {
    const act = this.redis.run((client) => client.eval(revokeAllSessions), longActMs);
    const ended = (await act) as [id: string, userId: string][];
    return ended.map(([id, userId]) => ({ id, userId }));
  }

  /** Redis has deleted the expired sessions by itself; this returns each id once, to one replica. */
  async prune(limit: number): Promise<string[]> {
    return (await this.#run(pruneSessions, limit)) as string[];
  }

  #run(script: string, ...values: (string | number)[]): Promise<unknown> {
    return this.redis.run((client) => client.eval(script, { arguments: values.map(String) }));
  }
}

/*
 * The keys:
 *   session:{id}         its user; expires with the session
 *   sessions-of:{user}   ids of the user's sessions, sorted by their end
 *   session-ends         ids of all sessions, sorted by their end, until `prune` has returned them
 * Ends are milliseconds by the clock of Redis. All keys are in one Redis, because scripts compute some of their names.
 */

const prelude = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function keep(id, user, lasting)
  local ends = now + lasting
  local own = 'sessions-of:' .. user
  redis.call('SET', 'session:' .. id, user, 'PXAT', ends)
  redis.call('ZREMRANGEBYSCORE', own, '-inf', now)
  redis.call('ZADD', own, ends, id)
  redis.call('PEXPIREAT', own, ends)
  redis.call('ZADD', 'session-ends', ends, id)
end
local function forget(id, user)
  redis.call('ZREM', 'sessions-of:' .. user, id)
  redis.call('ZREM', 'session-ends', id)
  return redis.call('DEL', 'session:' .. id) == 1
end
`;

/** Arguments: id, user, lifetime in milliseconds, how many the user may have. Returns the ids that ended for it. */
const createSession = `${prelude}
keep(ARGV[1], ARGV[2], ARGV[3])
local replaced = {}
for _, id in ipairs(redis.call('ZRANGE', 'sessions-of:' .. ARGV[2], 0, -1 - tonumber(ARGV[4]))) do
  if forget(id, ARGV[2]) then table.insert(replaced, id) end
end
return replaced`;

/** Arguments: id, lifetime from now in milliseconds. An ended session stays ended. */
const extendSession = `${prelude}
local user = redis.call('GET', 'session:' .. ARGV[1])
if user then keep(ARGV[1], user, ARGV[2]) end`;

/** Arguments: id. */
const revokeSession = `${prelude}
local user = redis.call('GET', 'session:' .. ARGV[1])
if user then forget(ARGV[1], user) end`;

/** Arguments: user, id of the session to keep. Returns the ids of those that were live. */
const revokeOtherSessions = `${prelude}
local revoked = {}
for _, id in ipairs(redis.call('ZRANGE', 'sessions-of:' .. ARGV[1], 0, -1)) do
  if id ~= ARGV[2] and forget(id, ARGV[1]) then table.insert(revoked, id) end
end
return revoked`;

/** Returns the id and user of each session that was live. Blocks Redis for 0.1 s for about 20,000 sessions. */
const revokeAllSessions = `${prelude}
local revoked = {}
for _, id in ipairs(redis.call('ZRANGE', 'session-ends', 0, -1)) do
  local user = redis.call('GET', 'session:' .. id)
  if user then
    redis.call('DEL', 'session:' .. id, 'sessions-of:' .. user)
    table.insert(revoked, { id, user })
  end
end
redis.call('ZREMRANGEBYSCORE', 'session-ends', '(' .. now, '+inf')
return revoked`;

/** Argument: limit. Returns up to that many ids of sessions that have ended and were not returned before. */
const pruneSessions = `${prelude}
local ended = redis.call('ZRANGE', 'session-ends', '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1])
if #ended > 0 then redis.call('ZREM', 'session-ends', unpack(ended)) end
return ended`;

/** How far the clocks of replicas may differ: a token that has expired for one may still be valid for another. */
const clocksApartMs = 60 * 60_000;

/** Used tokens as keys that only the first caller can set, and that Redis expires by itself. */
@Injectable()
export class RedisUsedTokens extends UsedTokens {
  constructor(private readonly redis: RedisConnection) {
    super();
  }

  async markUsed(name: string, until: Date): Promise<boolean> {
    const left = Math.max(0, until.getTime() - Date.now());
    const expiration = { type: 'PX', value: left + clocksApartMs } as const;
    const response = await this.redis.run((client) =>
      client.set(`used-token:${name}`, '1', { condition: 'NX', expiration }),
    );
    return response !== null;
  }
}
