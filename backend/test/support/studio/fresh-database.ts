import { Client, type DatabaseError } from 'pg';
import { newId } from '../../../src/common/ids.js';

/** A database that cannot be dropped within this time stays on the test's server. */
const maxDropMs = 20_000;
const canceledStatement = '57014';

/** A new database of a PostgreSQL server. */
export interface FreshDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** Makes a copy of `template`, or an empty database whose case mapping covers all languages on any server. */
export async function freshDatabase(server: string, template?: string): Promise<FreshDatabase> {
  const name = `studio_${newId()}`;
  const origin = template ?? 'template0 encoding utf8 lc_collate "C.UTF-8" lc_ctype "C.UTF-8"';
  await runOn(server, `create database ${name} template ${origin}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    // PostgreSQL waits for all its processes, also for one that sends to another test's client which does not read.
    await runOn(server, `drop database ${name} with (force)`, maxDropMs).catch((error: DatabaseError) => {
      if (error.code !== canceledStatement) throw error;
      process.stderr.write(`${name} could not be dropped within ${maxDropMs / 1_000} s.\n`);
    });
  };
  return { name, url: url.href, drop };
}

/** Calls `use` with an empty database as a role that may create nothing in it. */
export async function asStranger(server: string, use: (url: string) => Promise<void>): Promise<void> {
  const database = await freshDatabase(server);
  const stranger = new URL(database.url);
  [stranger.username, stranger.password] = [database.name, 'stranger'];
  await runOn(server, `create role ${database.name} login password 'stranger'`);
  try {
    await runOn(database.url, 'revoke create on schema public from public');
    await use(stranger.href);
  } finally {
    await database.drop();
    await runOn(server, `drop role ${database.name}`);
  }
}

/** Runs one statement on a new connection, for at most this time in ms; 0: without a limit. @returns its rows. */
export async function runOn(server: string, statement: string, maxMs = 0): Promise<unknown[]> {
  const client = new Client({ connectionString: server, statement_timeout: maxMs });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
