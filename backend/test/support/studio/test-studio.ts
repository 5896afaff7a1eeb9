import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durations } from '@studio/contract/durations';
import type { SignIn } from '@studio/contract/http/auth';
import type { Project, ProjectInput } from '@studio/contract/http/projects';
import request from 'supertest';
import { newId } from '../../../src/common/ids.js';
import type { Config } from '../../../src/config/config.js';
import { readConfig } from '../../../src/config/read-config.js';
import { ago } from '../../../src/database/clock.js';
import { Database } from '../../../src/database/database.js';
import type { DatabaseLocation } from '../../../src/database/database-options.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { type Studio, startStudio } from '../../../src/start-studio.js';
import { freePort } from '../free-port.js';
import { freshRedis } from './fresh-redis.js';
import { migratedDatabaseOf } from './migrated-database.js';

export interface Person extends SignIn {
  password: string;
}

/**
 * A real studio on free ports with its own data: embedded, or a fresh database on the PostgreSQL of DATABASE_URL,
 * another on the Redis of REDIS_URL, and a fresh bucket on the S3 server of S3_ENDPOINT.
 */
export interface TestStudio {
  config: Config;
  url: string;
  studio: Studio;
  /** A call to the API, with or without a session. */
  call(
    method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    who?: Person,
  ): request.Test;
  /** A new account, signed in. `address`: the client address that a trusted proxy forwards. */
  person(username?: string, address?: string): Promise<Person>;
  /** A new account with an age of more than a day, which may publish any number of projects. */
  resident(username?: string, address?: string): Promise<Person>;
  /** A new project of this owner. */
  project(owner: Person, input?: ProjectInput): Promise<Project>;
  /** Another studio on the same data, which needs a PostgreSQL server. Stop it before this one. */
  replica(changed?: Record<string, string>): Promise<TestStudio>;
  /** Stops it and starts it again on the same data, which `meanwhile` may change in between. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

type Reach = (location: DatabaseLocation) => Promise<DatabaseLocation>;

/** `reach` may put something between the studio and its database. */
export async function startTestStudio(
  variables: Record<string, string> = {},
  reach: Reach = async (location) => location,
): Promise<TestStudio> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-test-'));
  const server = process.env['DATABASE_URL'];
  const database = server ? await migratedDatabaseOf(server) : null;
  const redis = process.env['REDIS_URL'] ? await freshRedis(process.env['REDIS_URL']) : undefined;
  const given = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url,
    REDIS_URL: redis,
    ...freshBucket(),
    DEMO_ACCOUNT: 'on',
    ADMIN_PASSWORD: adminPassword,
    ...variables,
  };
  const forget = async () => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return runTestStudio(given, reach, forget);
}

async function runTestStudio(
  given: Record<string, string | undefined>,
  reach: Reach,
  forget: () => Promise<void>,
): Promise<TestStudio> {
  const [PORT, SANDBOX_PORT] = [String(await freePort()), String(await freePort())];
  const config = await readConfig({ ...given, PORT, SANDBOX_PORT });
  const start = async () => {
    const opened = await openDatabase(config);
    return startStudio(config, { ...opened, location: await reach(opened.location) }, () => undefined);
  };
  let studio = await start();
  const url = `http://127.0.0.1:${config.port}`;

  const call: TestStudio['call'] = (method, path, who) => {
    const asked = request(url)[method](`/api${path}`);
    return who ? asked.set('authorization', `Bearer ${who.access_token}`) : asked;
  };

  const person: TestStudio['person'] = async (username = `p${newId()}`, address) => {
    const password = 'a good password';
    const account = { email: `${username}@example.org`, username, password };
    const asked = call('post', '/auth/register').send(account);
    if (address) asked.set('x-forwarded-for', address);
    const response = await asked.expect(201);
    return { ...(response.body as SignIn), password };
  };

  return {
    config,
    url,
    get studio() {
      return studio;
    },
    call,
    person,
    async resident(username, address) {
      const one = await person(username, address);
      await studio.app
        .get(Database)
        .sql.updateTable('users')
        .set({ created_at: ago(2 * durations.newcomer) })
        .where('id', '=', one.user.id)
        .execute();
      return one;
    },
    async project(owner, input = {}) {
      const response = await call('post', '/projects', owner).send(input).expect(201);
      return response.body as Project;
    },
    replica: (changed) => runTestStudio({ ...given, ...changed }, reach, async () => undefined),
    async restart(meanwhile) {
      await studio.close();
      try {
        await meanwhile?.();
      } finally {
        studio = await start();
      }
    },
    async stop() {
      await studio.close();
      await forget();
    },
  };
}

/** The password of the admin account of every test studio. */
export const adminPassword = 'the admin password';

/** Signs in with email and password. */
export async function signIn(studio: TestStudio, email: string, password: string): Promise<Person> {
  const response = await studio.call('post', '/auth/login').send({ email, password }).expect(200);
  return { ...(response.body as SignIn), password };
}

/** The S3 variables of this process with a new bucket name; empty if there are none. */
export function freshBucket(): Record<string, string | undefined> {
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('S3_'));
  return given.length > 0 ? { ...Object.fromEntries(given), S3_BUCKET: `studio-${newId()}` } : {};
}
