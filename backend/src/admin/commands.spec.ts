import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { sql } from 'kysely';
import { connect } from 'socket.io-client';
import { runAdmin, sameData } from '../../test/support/studio/admin-process.js';
import { keepSessions } from '../../test/support/studio/expire-session.js';
import { freshDatabase } from '../../test/support/studio/fresh-database.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../test/support/studio/test-studio.js';
import { until } from '../../test/support/until.js';
import { newId } from '../common/ids.js';
import { readConfig } from '../config/read-config.js';
import { Database } from '../database/database.js';
import { EmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { migrate } from '../database/migrate.js';
import { commands } from './commands.js';

/** Each command is a process. */

const forumSecret = 'what the forum and the studio share';
let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio({ FORUM_SECRET: forumSecret });
  person = await studio.person('ada');
});
afterAll(() => studio.stop());

const admin = (...args: string[]) => runAdmin(sameData(studio.config), args);
const isEmbedded = () => studio.config.databaseUrl === null;

/** The embedded database takes one process at a time. */
function whileStopped(work: () => Promise<void>): Promise<void> {
  return isEmbedded() ? studio.restart(work) : work();
}

describe('the administrator’s command line', () => {
  it('explains itself, and reports in one line what is wrong', async () => {
    expect(await admin('--help')).toMatchObject({ code: 0, out: expect.stringContaining('create-admin') });
    expect(await admin('backup', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('--to') });
    // A value is no request for help.
    expect(await admin('restore', '--from', 'help')).toMatchObject({ code: 1, out: '' });
    expect(await admin('backup', 'help')).toMatchObject({ code: 2, err: expect.stringContaining('--to') });
    // Every object has something by this name.
    expect(await admin('constructor')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no command "constructor"'),
    });
    expect(await admin('seed', '--projects', 'ten', '--users', '1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--projects: expected a whole number up to 10000000, got "ten"'),
    });
    expect(await admin('reset-password', '--user', 'ada', '--user', 'ben')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--user is given more than once.'),
    });
    for (const [name, values, line] of [
      ['create-admin', { email: 'a@b.example' }, '--name is missing.'],
      ['create-admin', { email: 'a', name: 'ab' }, '--email: '],
      ['reset-password', {}, '--user is missing.'],
      ['revoke-sessions', {}, 'Give either --user or --all.'],
      ['restore', {}, '--from is missing.'],
    ] as const)
      expect(() => commands[name]?.prepare(values)).toThrow(line);
  });

  it('builds no packages for a studio that serves none', async () => {
    const write = () => undefined;
    const config = await readConfig({ ...sameData(studio.config), MODULES: 'off' });
    const off = { ...studio.studio, config, location: { url: '' }, print: write, progress: write };
    await expect(commands['shelf']?.prepare({})(off)).rejects.toThrow(
      'MODULES is off: this studio serves no',
    );
  });

  it('leaves the data of a running studio alone, where only one process may have it', async () => {
    if (!isEmbedded()) return;
    const { code, err } = await admin('reconcile');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^DATA_DIR: \S+ is in use by process \d+ since \S+ Stop it, or set another DATA_DIR\.\n$/,
    );
  });

  it('makes no studio where none has been started, and changes nothing there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-none-'));
    const server = process.env['DATABASE_URL'];
    const database = server ? await freshDatabase(server) : undefined;
    const dataDir = join(folder, 'mistyped');
    const run = (...args: string[]) =>
      runAdmin({ DATA_DIR: dataDir, ...(database ? { DATABASE_URL: database.url } : {}) }, args);
    try {
      const refused = {
        code: 1,
        out: '',
        err: expect.stringMatching(/^No studio has been started on .*\n$/),
      };
      expect(await run('backup', '--to', join(folder, 'backup'))).toMatchObject(refused);
      expect(readdirSync(folder)).toEqual([]);
      // The state after a first start that was stopped before there was an account.
      if (database) await migrate({ url: database.url });
      else await (await EmbeddedPostgres.start(dataDir, 'migrated')).stop();
      expect(await run('create-admin', '--email', 'a@b.example', '--name', 'ada')).toMatchObject(refused);
    } finally {
      rmSync(folder, { recursive: true });
      await database?.drop();
    }
  });

  it('makes an admin, once, with a password that works', async () => {
    const args = ['create-admin', '--email', 'grace@people.example', '--name', 'grace'];
    let password = '';
    await whileStopped(async () => {
      const { code, out } = await admin(...args);
      expect(code).toBe(0);
      password = /Its password is (\S+) /.exec(out)?.[1] ?? '';
      expect(await admin(...args)).toMatchObject({
        code: 1,
        out: '',
        err: 'This email address is already in use. Sign in, or use another one.\n',
      });
    });
    const grace = await signIn(studio, 'grace@people.example', password);
    expect(grace.user.isAdmin).toBe(true);
    expect((await studio.call('get', '/admin/audit', grace).expect(200)).body.data).toEqual([
      expect.objectContaining({
        actor: null,
        action: 'user.admin-granted',
        subject: { kind: 'user', id: grace.user.id, name: 'grace' },
        reason: 'By the command line.',
      }),
    ]);
  });

  it('gives an account a new password, which ends its sessions and is on record', async () => {
    const forgetful = await studio.person();
    let password = '';
    await whileStopped(async () => {
      const { code, out } = await admin('reset-password', '--user', forgetful.user.email);
      expect(code).toBe(0);
      expect(out).toContain('Ended 1 session.\n');
      password = /The password of \S+ is (\S+) /.exec(out)?.[1] ?? '';
      expect(await admin('reset-password', '--user', 'nobody')).toMatchObject({
        code: 1,
        err: 'There is no account nobody.\n',
      });
      expect(await admin('reset-password', '--user', 'demo@studio.local')).toMatchObject({
        code: 1,
        out: '',
        err: 'The demo account is shared, so its password cannot be changed. DEMO_ACCOUNT=off switches it off.\n',
      });
    });
    await studio.call('get', '/auth/me', forgetful).expect(401);
    await signIn(studio, forgetful.user.email, password);
    const log = studio.studio.app.get(Database).sql.selectFrom('audit_entries').select('subject_id');
    const entries = await log.where('action', '=', 'user.password-reset').execute();
    expect(entries).toEqual([{ subject_id: forgetful.user.id }]);
  });

  it('leaves a password as it is where the sessions cannot be ended', async () => {
    // In Redis, sessions cannot be kept from ending for one account only.
    if (studio.config.redisUrl !== null) return;
    const locked = await studio.person();
    const mayEnd = await keepSessions(studio, locked);
    await whileStopped(async () => {
      const { code, out } = await admin('reset-password', '--user', locked.user.email);
      expect({ code, out }).toEqual({ code: 1, out: '' });
    });
    await mayEnd();
    await signIn(studio, locked.user.email, locked.password);
  });

  it('ends the sessions of one account, and no other', async () => {
    const other = await studio.person();
    const socket = connect(studio.url, { auth: { token: person.access_token }, transports: ['websocket'] });
    const revoked = new Promise((resolve) => socket.on('session:revoked', resolve));
    await new Promise<void>((open) => socket.once('connect', () => open()));
    await whileStopped(async () => {
      expect(await admin('revoke-sessions', '--user', person.user.email)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Ended 1 session of ada.\n'),
      });
      expect(await admin('revoke-sessions', '--user', 'nobody')).toMatchObject({
        code: 1,
        err: 'There is no account nobody.\n',
      });
    });
    await studio.call('get', '/auth/me', person).expect(401);
    const log = studio.studio.app.get(Database).sql.selectFrom('audit_entries').select('subject_id');
    const entries = await log.where('action', '=', 'user.sessions-ended').execute();
    expect(entries).toEqual([{ subject_id: person.user.id }]);
    // With Redis, the command notifies the replicas.
    if (studio.config.redisUrl !== null)
      expect(await revoked).toEqual({ reason: 'An administrator has ended this session.' });
    socket.disconnect();
    await studio.call('get', '/auth/me', other).expect(200);
  });

  it('ends the sessions of a member of the forum by the user name: a local account may have the same address', async () => {
    const local = await studio.person();
    const claims = { sub: 1, email: local.user.email, username: 'Hopper', aud: 'studio', jti: newId() };
    const token = jwt.sign(claims, forumSecret, { expiresIn: 60 });
    const { body: member } = await studio.call('post', '/auth/discourse-login').send({ token }).expect(200);
    await whileStopped(async () => {
      expect(await admin('revoke-sessions', '--user', 'hopper')).toMatchObject({
        code: 0,
        out: expect.stringContaining('Ended 1 session of Hopper.\n'),
      });
      expect(await admin('revoke-sessions', '--user', 'hopper@forum.example')).toMatchObject({
        code: 1,
        err: 'There is no account hopper@forum.example. Name a member of the forum by the user name.\n',
      });
    });
    await studio.call('get', '/auth/me', member).expect(401);
    await studio.call('get', '/auth/me', local).expect(200);
  });

  it('ends all sessions in one act: everybody who is signed in is notified and disconnected', async () => {
    const people = [await studio.person(), await studio.person()];
    const open = (auth: { token?: string }) => connect(studio.url, { auth, transports: ['websocket'] });
    const sockets = people.map(({ access_token: token }) => open({ token }));
    const visitor = open({});
    const revoked = sockets.map((socket) => new Promise((resolve) => socket.on('session:revoked', resolve)));
    await until(() => [visitor, ...sockets].every(({ connected }) => connected));
    await whileStopped(async () => {
      expect((await admin('revoke-sessions', '--all')).out).toMatch(/Ended [1-9]\d* sessions?\.\n$/);
    });
    for (const person of people) await studio.call('get', '/auth/me', person).expect(401);
    const log = studio.studio.app.get(Database).sql.selectFrom('audit_entries').select('subject_id');
    const entries = await log.where('action', '=', 'user.sessions-ended').execute();
    expect(entries).toEqual(expect.arrayContaining(people.map(({ user }) => ({ subject_id: user.id }))));
    if (studio.config.redisUrl !== null) {
      const reason = 'An administrator has ended this session.';
      expect(await Promise.all(revoked)).toEqual([{ reason }, { reason }]);
      const revokedAt = performance.now();
      await until(() => sockets.every(({ connected }) => !connected));
      // Sooner than by the check of sockets that each replica makes once a minute.
      expect(performance.now() - revokedAt).toBeLessThan(10_000);
      expect(visitor.connected).toBe(true);
    }
    for (const socket of [visitor, ...sockets]) socket.disconnect();
  });

  it('seeds the same data for the same numbers, and only once, with counters that are true', async () => {
    const args = ['seed', '--projects', '300', '--users', '40'];
    await whileStopped(async () => {
      const first = await admin(...args);
      expect(first).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /^Made 40 users and 300 projects in \d+ s\. Already there: 0 users, 0 projects\.\n$/,
        ),
      });
      expect((await admin(...args)).out).toContain('Already there: 40 users, 300 projects.');
    });
    const { sql: tables } = studio.studio.app.get(Database);
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', p.id, p.title, p.tags, p.is_public, p.views, p.likes, p.fork_count, p.version, p.forked_from,
        extract(epoch from p.updated_at), u.username, p.framework_config->>'framework',
        (select count(*) from project_revisions r where r.project_id = p.id)) as line
      from projects p join users u on u.id = p.user_id where u.email like '%@seed.example' order by p.id`.execute(
      tables,
    );
    const digest = createHash('sha256')
      .update(rows.map(({ line }) => line).join('\n'))
      .digest('hex');
    expect({ rows: rows.length, digest: digest.slice(0, 16) }).toEqual({
      rows: 300,
      digest: 'b201686552daf958',
    });

    const {
      rows: [wrong],
    } = await sql<Record<string, number>>`select
      count(*) filter (where likes <> (select count(*) from project_likes l where l.project_id = p.id))::int as likes,
      count(*) filter (where fork_count <> (select count(*) from projects f where f.forked_from = p.id))::int as forks,
      count(*) filter (where not is_public and likes + views + fork_count > 0)::int as hidden
      from projects p`.execute(tables);
    expect(wrong).toEqual({ likes: 0, forks: 0, hidden: 0 });
    const { email } = await tables
      .selectFrom('users')
      .select('email')
      .where('email', 'like', '%@seed.example')
      .executeTakeFirstOrThrow();
    const seeded = await signIn(studio, email, 'seeded-studio');
    const { body } = await studio
      .call('get', '/projects/public?limit=100&sortBy=popular', seeded)
      .expect(200);
    expect(body.data[0].likes).toBeGreaterThan(0);
  });
});
