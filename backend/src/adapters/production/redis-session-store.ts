import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/limits';
import { newId } from '../../common/ids.js';
import { type EndedSession, type Session, SessionStore } from '../../ports/session-store.js';
import { RedisConnection } from './redis-connection.js';
import {
  createSession,
  extendSession,
  pruneSessions,
  revokeAllSessions,
  revokeOtherSessions,
  revokeSession,
} from './session-scripts.js';

/** For what takes Redis as long as there are sessions: enough for some 300,000. */
const longActMs = 3_000;

/**
 * Sessions as keys that end by the clock of Redis, which is the same for every replica.
 * Each change is one script, so that none is ever half done.
 */
@Injectable()
export class RedisSessionStore extends SessionStore {
  constructor(private readonly redis: RedisConnection) {
    super();
  }

  async create(userId: string): Promise<Session> {
    const id = newId();
    await this.#run(createSession, id, userId, durations.session);
    return { id, userId, expiresAt: new Date(Date.now() + durations.session) };
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

  /** Redis has forgotten the sessions by itself; here each is told once, to one replica. */
  async prune(limit: number): Promise<string[]> {
    return (await this.#run(pruneSessions, limit)) as string[];
  }

  #run(script: string, ...values: (string | number)[]): Promise<unknown> {
    return this.redis.run((client) => client.eval(script, { arguments: values.map(String) }));
  }
}
