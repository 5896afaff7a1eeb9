import { Client } from 'pg';
import { newId } from '../../../src/common/ids.js';

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
    await runOn(server, `drop database ${name} with (force)`);
  };
  return { name, url: url.href, drop };
}

/** Runs one statement on a new connection. @returns its rows. */
export async function runOn(server: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
