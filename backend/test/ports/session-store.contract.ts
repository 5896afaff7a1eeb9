import { beforeEach, describe, expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import type { EndedSession, Session, SessionStore } from '../../src/ports/sessions.js';
import { until } from '../support/until.js';

interface Subject {
  sessions: SessionStore;
  /** Ids of users that exist: two, and others who begin a hundred sessions each before all are ended at once. */
  users: [string, string, ...string[]];
  /** Makes a session expire now. */
  expire(id: string): Promise<void>;
}

const hundred = Array.from({ length: 100 });

/** Resolves in a later millisecond, so that the order of two ends is known. */
async function clockMoves(): Promise<void> {
  const before = Date.now();
  await until(() => Date.now() > before + 1);
}

/** The tests for every session store. */
export function sessionStoreContract(name: string, subject: () => Promise<Subject>): void {
  describe(`sessions in ${name}`, () => {
    let sessions: SessionStore;
    let users: Subject['users'];
    let expire: Subject['expire'];
    beforeEach(async () => {
      ({ sessions, users, expire } = await subject());
    });

    const begin = (userId: string, most = 100) => sessions.create(userId, most);

    it('live for 7 days from their start, and from each extension', async () => {
      const { id } = await begin(users[0]);
      const found = await sessions.find(id);
      expect(found).toMatchObject({ id, userId: users[0] });
      const left = (found?.expiresAt.getTime() ?? 0) - Date.now();
      expect(left).toBeGreaterThan(durations.session - 60_000);
      expect(left).toBeLessThanOrEqual(durations.session);
      await sessions.extend(id);
      expect((await sessions.find(id))?.expiresAt.getTime()).toBeGreaterThanOrEqual(
        found?.expiresAt.getTime() ?? 0,
      );
    });

    it('are not found once revoked or expired, or if never made; an expired one cannot be extended', async () => {
      const revoked = await begin(users[0]);
      await sessions.revoke(revoked.id);
      await sessions.revoke(revoked.id);
      expect(await sessions.find(revoked.id)).toBeNull();
      expect(await sessions.find('0000000000000000')).toBeNull();
      const expired = await begin(users[0]);
      await expire(expired.id);
      await sessions.extend(expired.id);
      expect(await sessions.find(expired.id)).toBeNull();
      expect(await sessions.prune(100)).toContain(expired.id);
      expect(await sessions.prune(100)).toEqual([]);
    });

    it('are returned as ended exactly once, to one of several callers', async () => {
      const live = await begin(users[0]);
      const ended = await Promise.all(Array.from({ length: 5 }, () => begin(users[0])));
      for (const { id } of ended) await expire(id);
      const pruned = (await Promise.all(Array.from({ length: 4 }, () => sessions.prune(100)))).flat();
      expect(pruned.toSorted()).toEqual(ended.map(({ id }) => id).toSorted());
      expect(await sessions.find(live.id)).not.toBeNull();
    });

    it('that have expired are returned in batches', async () => {
      const ended = await Promise.all(Array.from({ length: 5 }, () => begin(users[0])));
      for (const { id } of ended) await expire(id);
      const batches = [await sessions.prune(3), await sessions.prune(3), await sessions.prune(3)];
      expect(batches.map((ids) => ids.length)).toEqual([3, 2, 0]);
      expect(batches.flat().toSorted()).toEqual(ended.map(({ id }) => id).toSorted());
    });

    it('that are revoked stay revoked, even while they are extended', async () => {
      const made = await Promise.all(Array.from({ length: 10 }, () => begin(users[0])));
      await Promise.all(
        made.flatMap(({ id }) => [sessions.extend(id), sessions.revoke(id), sessions.extend(id)]),
      );
      for (const { id } of made) expect(await sessions.find(id)).toBeNull();
      expect(await sessions.revokeOthers(users[0], '')).not.toContain(made[0]?.id);
    });

    it('of the same user can all be ended but one; those of others stay', async () => {
      const kept = await begin(users[0]);
      const ended = [await begin(users[0]), await begin(users[0])].map(({ id }) => id);
      const other = await begin(users[1]);
      const revoked = await sessions.revokeOthers(users[0], kept.id);
      expect(revoked).toEqual(expect.arrayContaining(ended));
      expect(revoked).not.toContain(kept.id);
      for (const id of ended) expect(await sessions.find(id)).toBeNull();
      expect(await sessions.find(kept.id)).not.toBeNull();
      expect(await sessions.find(other.id)).not.toBeNull();
    });

    it('of one user are limited: those end that have not been used for longest, and nobody else’s', async () => {
      const [mallory, other] = users;
      await sessions.revokeOthers(mallory, '');
      const theirs = await begin(other, 3);
      const made: string[] = [];
      for (let n = 0; n < 3; n++) {
        const { id, replaced } = await begin(mallory, 3);
        expect(replaced).toEqual([]);
        made.push(id);
        await clockMoves();
      }
      const [first = '', second = '', third = ''] = made;
      await sessions.extend(first);
      await clockMoves();
      const { id: fourth, replaced } = await begin(mallory, 3);
      expect(replaced).toEqual([second]);
      expect(await sessions.find(second)).toBeNull();
      for (const id of [first, third, fourth, theirs.id]) expect(await sessions.find(id)).not.toBeNull();
      await Promise.all(hundred.map(() => begin(mallory, 3)));
      await begin(mallory, 3);
      expect(await sessions.revokeOthers(mallory, '')).toHaveLength(3);
    });

    it('of everybody can be ended in one act; later ones are not affected', async () => {
      await sessions.revokeAll();
      const expired = await begin(users[0]);
      await expire(expired.id);
      const made: Session[] = [];
      for (const user of users) made.push(...(await Promise.all(hundred.map(() => begin(user, 200)))));
      const ended = await sessions.revokeAll();
      const named = ({ id, userId }: EndedSession) => `${id} ${userId}`;
      expect(ended.map(named).toSorted()).toEqual(made.map(named).toSorted());
      for (const one of [made[0], made.at(-1)]) {
        await sessions.extend(one?.id ?? '');
        expect(await sessions.find(one?.id ?? '')).toBeNull();
      }
      const next = await begin(users[1]);
      expect(await sessions.find(next.id)).not.toBeNull();
      expect(await sessions.revokeOthers(users[1], '')).toEqual([next.id]);
      expect(await sessions.prune(100)).toEqual([expired.id]);
    });
  });
}
