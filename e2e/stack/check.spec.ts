import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findProgram } from './installed.ts';
import { makeCertificate } from './network/certificate.ts';

const infra = fileURLToPath(new URL('../../infra', import.meta.url));
const refusal = findProgram(['openssl']) ? undefined : 'openssl is missing';
if (refusal) console.warn(`The settings of infra/ cannot be checked here: ${refusal}.`);

/** What an operator may get wrong, and what is said of it. */
(refusal ? describe.skip : describe)('infra/check.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-check-'));
  const here = (name: string) => join(folder, name);
  const good = [
    'APP_HOST=studio.test',
    'SANDBOX_DOMAIN=usercontent.test',
    'ADMIN_EMAIL=admin@studio.test',
    '',
  ];
  const certificateOf = (hosts: string[]) => {
    const { certificate, key } = makeCertificate(folder, hosts);
    return [certificate, key].map((file) => readFileSync(file, 'utf8')) as [string, string];
  };
  let pem: string;
  beforeAll(() => {
    for (const name of ['check.sh', 'secrets.sh', '.env.example'])
      copyFileSync(join(infra, name), here(name));
    execFileSync(here('secrets.sh'), { stdio: 'pipe' });
    pem = certificateOf(['studio.test', 'usercontent.test', '*.usercontent.test']).join('');
  });
  beforeEach(() => {
    writeFileSync(here('.env'), good.join('\n'));
    writeFileSync(here('secrets/certificate.pem'), pem);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const check = () => spawnSync(here('check.sh'), { encoding: 'utf8' });
  const faults = () => check().stderr.trim().split('\n');

  it('says nothing of what is right, quoted or not', () => {
    appendFileSync(
      here('.env'),
      '# a comment\n\nMAIL_FROM="The Studio <studio@studio.test>"\nLOG_LEVEL=\'warn\'\n',
    );
    expect(check()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['a value is missing', 'APP_HOST=studio.test\nADMIN_EMAIL=a@b.test', '.env: SANDBOX_DOMAIN is not set'],
    ['a value is empty', `${good.join('\n')}ADMIN_EMAIL=`, '.env: ADMIN_EMAIL is not set'],
    [
      'a value is set twice',
      `${good.join('\n')}APP_HOST=studio.test`,
      '.env, line 4: APP_HOST is set in line 1 already',
    ],
    [
      'a quote is left open',
      `${good.join('\n')}MAIN_SITE_URL="https://a.test`,
      '.env, line 4: the quote is never closed',
    ],
    [
      'a value has spaces',
      `${good.join('\n')}MAIL_FROM=The Studio`,
      '.env, line 4: quote a value with spaces',
    ],
    [
      'there are spaces around the sign',
      `${good.join('\n')}LOG_LEVEL = warn`,
      '.env, line 4: expected NAME=value, without spaces around the sign',
    ],
    [
      'a name is misspelt',
      `${good.join('\n')}LOGLEVEL=warn`,
      '.env, line 4: LOGLEVEL is no setting; .env.example has them all',
    ],
  ])('where %s', (_slip, env, fault) => {
    writeFileSync(here('.env'), `${env}\n`);
    expect(check().status).toBe(1);
    expect(faults()).toContain(fault);
  });

  it.each([
    ['jwt_secret', 'short', 'secrets/jwt_secret is shorter than 32 characters'],
    [
      'jwt_secret_previous',
      `${'x'.repeat(20)}\n`,
      'secrets/jwt_secret_previous is shorter than 32 characters',
    ],
    ['s3_secret_key', '1234567', 'secrets/s3_secret_key is shorter than 8 characters'],
    ['metrics_token', '', 'secrets/metrics_token is missing or empty: ./secrets.sh makes it'],
    ['redis_password', 'one\ntwo\nthree\n', 'secrets/redis_password has more than one line'],
  ])('where the secret %s is wrong, without showing it', (name, secret, fault) => {
    const before = readFileSync(here(`secrets/${name}`));
    writeFileSync(here(`secrets/${name}`), secret);
    expect(faults()).toEqual([fault]);
    writeFileSync(here(`secrets/${name}`), before);
  });

  it('where the certificate is missing, for other hosts, or of another key', () => {
    const file = here('secrets/certificate.pem');
    rmSync(file);
    expect(faults()).toEqual([
      `secrets/certificate.pem is missing: the certificate and its key, one after the other`,
    ]);
    const [other, key] = certificateOf(['elsewhere.test']);
    writeFileSync(file, other);
    expect(faults()).toEqual(['secrets/certificate.pem needs a certificate and its key, both as PEM']);
    writeFileSync(file, other + key);
    expect(faults()).toEqual([
      'secrets/certificate.pem is not for studio.test',
      'secrets/certificate.pem is not for assets.usercontent.test',
    ]);
    const own = pem.slice(0, pem.indexOf('-----BEGIN', 10));
    writeFileSync(file, own + key);
    expect(faults()).toEqual(['secrets/certificate.pem has a key of another certificate']);
  });
});
