import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Body, Controller, Header } from '@nestjs/common';
import type { Route } from '@studio/contract/route';
import type pg from 'pg';
import { heapUsed } from './heap-used.ts';

/**
 * The built studio itself with a few routes beside its own, which do as little as can be done in the same application:
 * nothing, the statements that the studio sent for another call, or giving bytes back. What is left is what the studio adds.
 */

/** What of the built studio is used here; it comes without types. */
interface BuiltStudio {
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
interface Statement {
  text: string;
  values: unknown[];
}

const built = async (file: string): Promise<BuiltStudio> =>
  (await import(fileURLToPath(new URL(`../../../backend/dist/${file}`, import.meta.url)))) as BuiltStudio;
const { AppModule } = await built('app.module.js');
const { Endpoint } = await built('common/endpoint.js');
const { readConfig } = await built('config/read-config.js');
const { EventPublisher } = await built('common/domain-events.js');
const { openDatabase } = await built('database/open-database.js');
const { startStudio } = await built('studio.js');

/** The driver is the copy that the studio's database layer has, which need not be the one at the top. */
const database = '@mikro-orm/postgresql';
const driver = createRequire(import.meta.resolve(database))('pg') as typeof pg;

const config = await readConfig();
const pool = new driver.Pool({ connectionString: String(config.databaseUrl), max: 10 });
let recorded: Statement[] = [];
let isRecording = false;
let bytes = '';

/** Every statement of the studio passes here, whatever built it. */
const send = driver.Client.prototype.query as (...given: unknown[]) => unknown;
driver.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  const [first, second] = given as [string | Statement, unknown];
  if (isRecording)
    recorded.push(
      typeof first === 'string'
        ? { text: first, values: Array.isArray(second) ? second : [] }
        : { text: first.text, values: first.values ?? [] },
    );
  return send.apply(this, given);
} as typeof pg.Client.prototype.query;

/** When the last like was told of, in ms of `process.hrtime`. */
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

  /** Switched on, forgets what it had. @returns the statements so far. */
  record({ on }: { on: boolean }) {
    if (on) recorded = [];
    isRecording = on;
    return recorded.map(({ text }) => text);
  }

  async statements() {
    for (const { text, values } of recorded) await pool.query(text, values);
    return {};
  }

  /** @returns how many ms the recorded statements took in one transaction. */
  async transaction() {
    const client = await pool.connect();
    const startedAt = performance.now();
    await client.query('begin');
    for (const { text, values } of recorded) if (!isTransactional(text)) await client.query(text, values);
    await client.query('commit');
    const took = performance.now() - startedAt;
    client.release();
    return { took };
  }

  /** @returns how PostgreSQL would carry out each recorded statement, as one text of its plan. */
  async plans() {
    const plans: string[] = [];
    for (const { text, values } of recorded) {
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

/** What begins or ends a transaction, and reads nothing. */
function isTransactional(text: string): boolean {
  return /^\s*(begin|start|commit)/i.test(text);
}

/** Types are stripped from this file, not compiled, so decorators are called by hand. */
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
addRoute('POST', 'record', true);
addRoute('GET', 'statements');
addRoute('POST', 'transaction');
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
