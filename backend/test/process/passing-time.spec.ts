import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import { sql } from 'kysely';
import { Database } from '../../src/database/database.js';
import { ProjectViewsService } from '../../src/features/projects/counters/project-views.service.js';
import { runJobs } from '../support/studio/run-jobs.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';

let studio: TestStudio;
let owner: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;
const ago = (ms: number) => new Date(Date.now() - ms);
const minute = 60_000;

/** Moves the end of all sessions of a user. */
async function endSessions(person: Person, at: Date): Promise<void> {
  await tables()
    .updateTable('sessions')
    .set({ expires_at: at })
    .where('user_id', '=', person.user.id)
    .execute();
}

describe('as time passes', () => {
  it('a session ends after 7 days, unless a call of /auth/me has extended it', async () => {
    const [idle, active] = [await studio.person(), await studio.person()];
    await endSessions(active, new Date(Date.now() + minute));
    await studio.call('get', '/auth/me', active).expect(200);
    const [{ expires_at: end } = { expires_at: 0 }] = await tables()
      .selectFrom('sessions')
      .select('expires_at')
      .where('user_id', '=', active.user.id)
      .execute();
    expect(new Date(end).getTime() - Date.now()).toBeGreaterThan(durations.session - minute);
    await endSessions(idle, ago(1));
    await studio.call('get', '/auth/me', idle).expect(401);
  });

  it('a view counts again after 30 minutes, not before', async () => {
    const viewTwice = async (after: number) => {
      const { id } = await studio.project(owner, { isPublic: true });
      const viewer = await studio.person();
      const look = () => studio.call('get', `/projects/${id}`, viewer).expect(200);
      expect((await look()).body.views).toBe(1);
      await studio.studio.app.get(ProjectViewsService).flush();
      await tables()
        .updateTable('project_views')
        .set({ viewed_at: ago(after) })
        .where('project_id', '=', id)
        .execute();
      return (await look()).body.views;
    };
    expect(await viewTwice(durations.viewWindow - minute)).toBe(1);
    expect(await viewTwice(durations.viewWindow + minute)).toBe(2);
  });

  it('a project can be restored from the trash for 30 days, and is deleted afterwards', async () => {
    const restoreAfter = async (days: number) => {
      const { id } = await studio.project(owner);
      await studio.call('delete', `/projects/${id}`, owner).expect(204);
      await tables()
        .updateTable('projects')
        .set({ deleted_at: ago(days * 86_400_000) })
        .where('id', '=', id)
        .execute();
      return { id, restore: () => studio.call('post', `/projects/${id}/restore`, owner) };
    };
    await runJobs(studio, 'trash');
    await (await restoreAfter(29)).restore().expect(200);
    const late = await restoreAfter(31);
    await late.restore().expect(404);
    await runJobs(studio, 'trash');
    expect(await tables().selectFrom('projects').select('id').where('id', '=', late.id).execute()).toEqual(
      [],
    );
  });

  it('expired rows are deleted, and no others', async () => {
    await runJobs(studio, 'expired-sessions');
    const idle = await studio.person();
    const create = () =>
      studio.call('post', '/projects', owner).set('idempotency-key', 'k').send({}).expect(201);
    const { body: first } = await create();
    await endSessions(idle, ago(1));
    // More than are deleted at once.
    await sql`
      insert into sessions (id, user_id, expires_at)
      select lpad(n::text, 16, '0'), ${idle.user.id}, now() - interval '1 hour' from generate_series(1, 1200) n`.execute(
      tables(),
    );
    const count = async (table: 'sessions' | 'project_views' | 'idempotency_keys') =>
      (
        await tables()
          .selectFrom(table)
          .select((row) => row.fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const sessions = Number(await count('sessions'));
    await studio.studio.app.get(ProjectViewsService).flush();
    await tables()
      .updateTable('project_views')
      .set({ viewed_at: ago(durations.viewWindow + minute) })
      .execute();
    await runJobs(studio, 'expired-sessions', 'project-views', 'idempotency-keys');
    expect(Number(await count('sessions'))).toBe(sessions - 1_201);
    expect(Number(await count('project_views'))).toBe(0);
    expect((await create()).body.id).toBe(first.id);
    await tables()
      .updateTable('idempotency_keys')
      .set({ created_at: ago(8 * 86_400_000) })
      .execute();
    await runJobs(studio, 'idempotency-keys');
    expect((await create()).body.id).not.toBe(first.id);
    await studio.call('get', `/projects/${first.id}`, owner).expect(200);
  });
});
