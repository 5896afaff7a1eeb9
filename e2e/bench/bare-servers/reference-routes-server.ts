import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Body, Controller, Header } from '@nestjs/common';
import type { Route } from '@studio/contract/route';
import type pg from 'pg';
import { heapUsed } from './heap-used.ts';

/**
 * The studio itself with a few routes beside its own, which do as little as possible in the same application: nothing,
 * repeat the SQL statements of an earlier call, or return bytes. The difference to a real route is the studio's own cost.
 */

/** The parts of the studio used here. Its own types need other compiler options. */
interface StudioSources {
  AppModule: { with(config: Config, location: unknown): object };
  Endpoint(route: Route): MethodDecorator;
  readConfig(): Promise<Config>;
  EventPublisher: { prototype: { publish(name: string, event: object): void } };
  openDatabase(config: Config): Promise<unknown>;
  startStudio(config: Config, database: unknown): Promise<unknown>;
}
interface Config {
  databaseUrl: string | null;
}
/** As the studio sent it. A statement with a name is a prepared one. */
interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/** Loads sources: the build bundles its own copies of the packages that are patched here. */
const source = async (file: string): Promise<StudioSources> =>
  (await import(fileURLToPath(new URL(`../../../backend/src/${file}.ts`, import.meta.url)))) as StudioSources;
const { AppModule } = await source('app.module');
const { Endpoint } = await source('common/http/endpoint');
const { readConfig } = await source('config/read-config');
const { EventPublisher } = await source('common/domain-events');
const { openDatabase } = await source('database/open-database');
const { startStudio } = await source('start-studio');

/** The driver copy that the studio's database layer uses, which may differ from the one in the root `node_modules`. */
const database = '@mikro-orm/postgresql';
const driver = createRequire(import.meta.resolve(database))('pg') as typeof pg;

const config = await readConfig();
const pool = new driver.Pool({ connectionString: String(config.databaseUrl), max: 10 });
/** The statements of each recorded call. */
let recorded: Statement[][] = [];
let replayed = 0;
/** How many statements were sent. */
let sent = 0;
let isRecording = false;
let bytes = '';

/** Every SQL statement of the studio passes through here. */
const send = driver.Client.prototype.query as (...given: unknown[]) => unknown;
driver.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  const [first, second] = given as [string | Statement, unknown];
  sent += 1;
  if (isRecording)
    recorded
      .at(-1)
      ?.push(
        typeof first === 'string'
          ? { text: first, values: Array.isArray(second) ? second : [] }
          : { ...(first.name && { name: first.name }), text: first.text, values: first.values ?? [] },
      );
  return send.apply(this, given);
} as typeof pg.Client.prototype.query;

/** When the last like was published, in ms of `process.hrtime`. */
let likedAt = 0;
const publish = EventPublisher.prototype.publish;
EventPublisher.prototype.publish = function publishTimed(name, event) {
  if (name === 'project.liked') likedAt = Number(process.hrtime.bigint()) / 1e6;
  publish.call(this, name, event);
};

class ReferenceRoutes {
  nothing() {
    return {};
  }

  forget() {
    recorded = [];
    replayed = 0;
    return {};
  }

  sent() {
    return { count: sent };
  }

  /** `on` starts recording another call. */
  record({ on }: { on: boolean }) {
    if (on) recorded.push([]);
    isRecording = on;
    return {};
  }

  /** Sends the statements of the next recorded call; after the last call, of the first again. */
  async statements() {
    const statements = recorded[replayed % recorded.length] ?? [];
    replayed += 1;
    for (const statement of statements) await pool.query(statement);
    return {};
  }

  /** Replaces a recorded value. @returns how many ms the recorded statements took in one transaction. */
  async transaction({ recorded: before, instead }: { recorded: string; instead: string }) {
    const statements = recorded
      .flat()
      .filter(({ text }) => !isTransactional(text))
      .map((statement) => ({
        ...statement,
        values: statement.values.map((value) => (value === before ? instead : value)),
      }));
    const client = await pool.connect();
    const startedAt = performance.now();
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
    const took = performance.now() - startedAt;
    client.release();
    return { took };
  }

  /** @returns PostgreSQL's plan of each recorded statement, as text. */
  async plans() {
    const plans: string[] = [];
    for (const { text, values } of recorded.flat()) {
      if (isTransactional(text)) continue;
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return plans;
  }

  lastLike() {
    return { at: likedAt };
  }

  async heap() {
    return { bytes: await heapUsed() };
  }

  hold({ text }: { text: string }) {
    bytes = text;
    return {};
  }

  held() {
    return bytes;
  }
}

/** Whether a statement only begins or ends a transaction. */
function isTransactional(text: string): boolean {
  return /^\s*(begin|start|commit)/i.test(text);
}

/** Node strips the types of this file but does not compile it, so decorators are called by hand. */
function addRoute(method: 'GET' | 'POST', name: keyof ReferenceRoutes, takesBody = false): void {
  const path = `reference/${name}`;
  const descriptor = Object.getOwnPropertyDescriptor(ReferenceRoutes.prototype, name) ?? {};
  Endpoint({ method, path, summary: path, access: 'optional', status: 200 })(
    ReferenceRoutes.prototype,
    name,
    descriptor,
  );
  if (takesBody) Body()(ReferenceRoutes.prototype, name, 0);
}
addRoute('POST', 'nothing');
addRoute('POST', 'forget');
addRoute('POST', 'sent');
addRoute('POST', 'record', true);
addRoute('GET', 'statements');
addRoute('POST', 'transaction', true);
addRoute('POST', 'plans');
addRoute('POST', 'hold', true);
addRoute('GET', 'held');
addRoute('POST', 'lastLike');
addRoute('POST', 'heap');
Header('Content-Type', 'application/json; charset=utf-8')(ReferenceRoutes.prototype, 'held', {
  value: ReferenceRoutes.prototype.held,
});
Controller()(ReferenceRoutes);

const studioModule = AppModule.with.bind(AppModule);
AppModule.with = (...given) => ({ ...studioModule(...given), controllers: [ReferenceRoutes] });
await startStudio(config, await openDatabase(config));
