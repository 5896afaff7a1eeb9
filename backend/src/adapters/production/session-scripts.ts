/*
 * What is kept of sessions:
 *   session:{id}         its user; a key that ends with the session
 *   sessions-of:{user}   ids of the user's sessions, sorted by their end
 *   session-ends         ids of all sessions, sorted by their end, until their end has been told
 * Ends are milliseconds by the clock of Redis. One Redis holds all keys: scripts name some of them only as they run.
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

/** Arguments: id, user, milliseconds that it lasts. */
export const createSession = `${prelude}
keep(ARGV[1], ARGV[2], ARGV[3])`;

/** Arguments: id, milliseconds that it lasts from now. One that has ended stays so. */
export const extendSession = `${prelude}
local user = redis.call('GET', 'session:' .. ARGV[1])
if user then keep(ARGV[1], user, ARGV[2]) end`;

/** Arguments: id. */
export const revokeSession = `${prelude}
local user = redis.call('GET', 'session:' .. ARGV[1])
if user then forget(ARGV[1], user) end`;

/** Arguments: user, id of the one to keep. Answers the ids of those that were live. */
export const revokeOtherSessions = `${prelude}
local revoked = {}
for _, id in ipairs(redis.call('ZRANGE', 'sessions-of:' .. ARGV[1], 0, -1)) do
  if id ~= ARGV[2] and forget(id, ARGV[1]) then table.insert(revoked, id) end
end
return revoked`;

/** Answers each that was live, with its user. Redis does nothing else meanwhile: 0.1 s for some 20,000. */
export const revokeAllSessions = `${prelude}
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

/** `limit`: answers the ids of so many at most that have ended since it was last asked. */
export const pruneSessions = `${prelude}
local ended = redis.call('ZRANGE', 'session-ends', '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1])
if #ended > 0 then redis.call('ZREM', 'session-ends', unpack(ended)) end
return ended`;
