import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRoutes } from '@studio/contract/http/auth';
import { callApi } from './api.ts';
import { type Certificate, makeCertificate } from './network/certificate.ts';
import { type PostgresServer, provisionOwnPostgres, startOwnPostgres } from './postgres.ts';
import { provisionOwnRedis, startOwnRedis } from './redis.ts';
import { firstAdmin, startStudio } from './studio.ts';

const refusal = provisionOwnPostgres() ?? provisionOwnRedis();
if (refusal) console.warn(`TLS to the stores cannot be tried here: ${refusal}.`);

(refusal ? describe.skip : describe)('over TLS, with a certificate of one’s own, the studio', () => {
  const stops: (() => unknown)[] = [];
  let tls: Certificate;
  let postgres: PostgresServer;
  let variables: Record<string, string>;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-tls-'));
    stops.push(() => rmSync(folder, { recursive: true }));
    tls = makeCertificate(folder, ['localhost']);
    postgres = await startOwnPostgres({ tls });
    stops.push(postgres.stop);
    const redis = await startOwnRedis({ tls });
    stops.push(redis.stop);
    variables = { DATABASE_URL: `${postgres.url}?sslmode=verify-full`, REDIS_URL: redis.url };
  }, 60_000);
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  it('keeps accounts in PostgreSQL and sessions in Redis', async () => {
    const studio = await startStudio({ ...variables, NODE_EXTRA_CA_CERTS: tls.certificate });
    stops.push(studio.dispose);
    const { access_token: token } = await callApi(studio.url, authRoutes.login, {
      body: { email: 'admin@studio.local', password: firstAdmin.password },
    });
    const me = await callApi(studio.url, authRoutes.me, { token });
    expect(me.isAdmin).toBe(true);
    expect(() =>
      postgres.run(`do $$ begin
        if exists (select from pg_stat_ssl join pg_stat_activity using (pid) where client_addr is not null and not ssl)
        then raise 'A connection is not encrypted'; end if; end $$`),
    ).not.toThrow();
  }, 90_000);

  it('is not let in by a certificate that it does not know, and says so in one line', async () => {
    await expect(startStudio(variables)).rejects.toThrow(
      /ended with code 1:\nDATABASE_URL: .*PostgreSQL.*certificate.*\n$/,
    );
  }, 90_000);
});
