import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findProgram } from './installed.ts';
import { makeCertificate } from './network/certificate.ts';

const infra = fileURLToPath(new URL('../../infra', import.meta.url));
const refusal = findProgram(['openssl']) ? undefined : 'openssl is missing';
if (refusal) console.warn(`The settings of infra/ cannot be checked here: ${refusal}.`);

/** Mistakes of operators, and the message for each. */
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
  const check = (...words: string[]) => spawnSync(here('check.sh'), words, { encoding: 'utf8' });
  const faults = () => check().stderr.trim().split('\n');

  it('says nothing of what is right, quoted or not', () => {
    appendFileSync(here('.env'), '# a comment\n\nMAIL_FROM="studio@studio.test"\nLOG_LEVEL=\'warn\'\n');
    expect(check()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('names what is missing, empty or set twice', () => {
    writeFileSync(here('.env'), 'APP_HOST=studio.test\nADMIN_EMAIL=\nAPP_HOST=studio.test\n');
    expect(check().status).toBe(1);
    expect(faults().slice(0, 3)).toEqual([
      '.env, line 3: APP_HOST is set in line 1 already',
      '.env: SANDBOX_DOMAIN is not set',
      '.env: ADMIN_EMAIL is not set',
    ]);
  });

  it('names each line that Compose or a shell would read in another way than it was meant', () => {
    const slips = [
      ['MAIN_SITE_URL="https://a.test', 'the quote is never closed'],
      ['MINIO_IMAGE=our minio', 'quote a value with spaces'],
      ['LOG_LEVEL=warn ', 'there is a space at the end'],
      ['AVATAR_URL=https://a.test/?b&c=d', 'put single quotes around a value with &'],
      ['ALERT_WEBHOOK="https://a.test/$b"', 'put single quotes around a value with $, ` or \\'],
      ['SANDBOX_SERVERS="app:3001" # "ours"', 'the quote is closed before the end'],
      ['S3_REGION = here', 'expected NAME=value, without spaces around the sign'],
      ['LOGLEVEL=warn', 'LOGLEVEL is no setting; .env.example has them all'],
    ];
    appendFileSync(here('.env'), slips.map(([line]) => `${line}\n`).join(''));
    expect(faults()).toEqual(slips.map(([, fault], at) => `.env, line ${at + 4}: ${fault}`));
  });

  it('names each value that cannot be meant, and what a setting lacks', () => {
    const [, ...others] = good;
    const slips = [
      'APP_HOST=https://studio.test',
      'REGISTRATION=no',
      'DEMO_ACCOUNT=yes',
      'MAIL_FROM="The Studio <studio@studio.test>"',
      'SUPPORT_EMAIL=support',
      'BACK_INTERNAL=no',
      'LOG_LEVEL=loud',
      'RATE_LIMIT_SCALE=5000',
      'FORUM_URL=forum.test',
      'PACKAGE_REGISTRY=registry.test',
      'ALERT_WEBHOOK=chat.test/hook',
      'SECURITY_CONTACT=security@studio.test',
      'LIBRARY_SOURCE=remote',
      'MODULES=all',
      'PACKAGE_MIN_AGE=3d',
      'PACKAGE_STORAGE=4GB',
      'S3_ENDPOINT=https://s3.test/bucket',
      'S3_REGION=eu.1',
      'S3_BUCKET=Studio_2',
      'COMPOSE_FILE=seaweedfs.yml',
      'BACKUP_AT=2:30',
      'BACKUPS_DAILY=two',
      'ALERT_EMAIL=a@studio.test',
      'OFFSITE_REPOSITORY=s3:https://s3.test/copies',
    ];
    writeFileSync(here('.env'), [...others, ...slips, ''].join('\n'));
    expect(faults().slice(0, -1)).toEqual([
      '.env: APP_HOST: expected a host like studio.example, in lower-case letters, without https:// and port',
      '.env: SUPPORT_EMAIL: expected an email address and no name, like studio@studio.example',
      '.env: MAIL_FROM: expected an email address and no name, like studio@studio.example',
      '.env: REGISTRATION: expected open or closed',
      '.env: DEMO_ACCOUNT: expected on or off',
      '.env: BACK_INTERNAL: expected true or false',
      '.env: LOG_LEVEL: expected debug, info, warn or error',
      '.env: RATE_LIMIT_SCALE: expected a number from 0.001 to 1000',
      '.env: FORUM_URL: expected an address like https://studio.example',
      '.env: PACKAGE_REGISTRY: expected an address like https://studio.example',
      '.env: ALERT_WEBHOOK: expected an address like https://hooks.example/alerts',
      '.env: SECURITY_CONTACT: expected an address like mailto:security@studio.example',
      '.env: LIBRARY_SOURCE: expected local or cdn',
      '.env: MODULES: expected off, shelf or registry',
      '.env: PACKAGE_MIN_AGE: expected a whole number of days',
      '.env: PACKAGE_STORAGE: expected a whole number of megabytes',
      '.env: S3_ENDPOINT: expected an address like https://s3.example:9000, without a path',
      '.env: S3_REGION: expected a region like us-east-1',
      '.env: S3_BUCKET: expected 3 to 63 lower-case letters, digits, - and .',
      '.env: COMPOSE_FILE: expected compose.yml, and after it what comes on top, like compose.yml:seaweedfs.yml',
      '.env: BACKUP_AT: expected a time like 02:30',
      '.env: BACKUPS_DAILY: expected a whole number',
      '.env: ALERT_EMAIL needs secrets/smtp_url',
      '.env: OFFSITE_REPOSITORY needs secrets/offsite_access_key',
      '.env: OFFSITE_REPOSITORY needs secrets/offsite_secret_key',
    ]);
  });

  it('names what a setting needs in another one, and says nothing where it is there', () => {
    const mail = readFileSync(here('secrets/smtp_url'));
    writeFileSync(here('secrets/smtp_url'), 'smtps://mail.test:465\n');
    appendFileSync(here('.env'), 'PUBLISHING_BY_GROUP=staff=unlimited\nMODULES=registry\n');
    const found = faults();
    appendFileSync(
      here('.env'),
      'MAIL_FROM=a@studio.test\nFORUM_URL=https://forum.test\nBACK_INTERNAL=false\nCOMPOSE_FILE=compose.yml:seaweedfs.yml\n',
    );
    const complete = check();
    writeFileSync(here('secrets/smtp_url'), mail);
    expect(found).toEqual([
      '.env: secrets/smtp_url needs MAIL_FROM',
      '.env: PUBLISHING_BY_GROUP needs FORUM_URL',
      '.env: MODULES=registry needs BACK_INTERNAL=false',
    ]);
    expect(complete).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['studio.test', 'studio.test'],
    ['studio.test', 'sandbox.studio.test'],
    ['app.studio.test', 'studio.test'],
  ])('says that %s and %s are one site', (app, domain) => {
    writeFileSync(here('.env'), `APP_HOST=${app}\nSANDBOX_DOMAIN=${domain}\nADMIN_EMAIL=admin@studio.test\n`);
    expect(faults()[0]).toBe('.env: SANDBOX_DOMAIN has to be on another site than APP_HOST');
  });

  it('says that two hosts below one registered domain are one site, also where neither is below the other', () => {
    const siblings = (app: string, domain: string) => {
      writeFileSync(
        here('.env'),
        `APP_HOST=${app}\nSANDBOX_DOMAIN=${domain}\nADMIN_EMAIL=admin@studio.test\n`,
      );
      return faults().filter((fault) => fault.startsWith('.env'));
    };
    expect(siblings('studio.example.com', 'content.example.com')).toEqual([
      '.env: SANDBOX_DOMAIN has to be on another site than APP_HOST: both are below example.com; ignore this only if that is a public suffix',
    ]);
    expect(siblings('a.example.co.uk', 'example.b.co.uk')).toEqual([]);
    expect(siblings('studio.example.com', 'usercontent.com')).toEqual([]);
  });

  it.each(['0.001', '2.25', '1000'])('takes %s for all request budgets, as the studio does', (scale) => {
    appendFileSync(here('.env'), `RATE_LIMIT_SCALE=${scale}\n`);
    expect(check()).toMatchObject({ status: 0 });
  });

  it('names the mark that an editor has put before the first line', () => {
    writeFileSync(here('.env'), `\u{feff}# settings\n${good.join('\n')}`);
    expect(faults()).toEqual([
      '.env, line 1: there is a byte order mark; save the file as UTF-8 without one',
    ]);
  });

  it('reports once that a file was written on Windows, and nothing else in it', () => {
    writeFileSync(here('.env'), good.join('\r\n'));
    expect(faults()).toEqual(['.env, line 1: Windows line ends (CRLF); save the file with LF']);
  });

  it('for Kubernetes refuses quotes, which would belong to the value, and takes what needs them elsewhere', () => {
    appendFileSync(here('.env'), 'ALERT_WEBHOOK=https://chat.test/hook?a=b&c=$d\n');
    expect(check('kubernetes')).toMatchObject({ status: 0, stderr: '' });
    expect(check().status).toBe(1);
    appendFileSync(here('.env'), 'LOG_LEVEL="warn"\n');
    expect(check('kubernetes')).toMatchObject({
      status: 1,
      stderr: '.env, line 5: write it without quotes, which Kubernetes takes for a part of the value\n',
    });
  });

  it('accepts values that a shell then reads unchanged', () => {
    const webhook = 'https://chat.test/hook?a=b&c=$d;e';
    appendFileSync(here('.env'), `ALERT_WEBHOOK='${webhook}'\n`);
    expect(check()).toMatchObject({ status: 0 });
    const shown = 'set -a; . ./.env; printf %s "$ALERT_WEBHOOK"';
    expect(execFileSync('sh', ['-c', shown], { cwd: folder, encoding: 'utf8' })).toBe(webhook);
  });

  it('names each secret that is wrong, without showing it', () => {
    const slips: [name: string, secret: string, fault: string][] = [
      ['jwt_secret', 'short', 'is shorter than 32 characters'],
      ['jwt_secret_previous', `${'x'.repeat(20)}\n`, 'is shorter than 32 characters'],
      ['admin_password', `${'x'.repeat(129)}\n`, 'is longer than 128 characters'],
      ['metrics_token', '', 'is missing or empty: ./secrets.sh makes it'],
      ['offsite_password', 'a word \n', 'has a space at its beginning or end'],
      ['forum_secret', 'one\nand another', 'has more than one line'],
      ['grafana_password', '\n', 'is blank: delete it, and ./secrets.sh makes another'],
      [
        'database_url',
        'postgresql://x\r\n',
        'has a Windows line end (CRLF), which would belong to the secret',
      ],
      ['redis_url', 'redis://redis:6379', 'has another password than secrets/redis_password'],
      ['smtp_url', 'mail.test:465', 'expected an address that begins with smtps://'],
      ['s3_access_key', 'an access key', 'has a space within it'],
      ['s3_secret_key', '1234567', 'is shorter than 8 characters'],
    ];
    appendFileSync(here('.env'), 'MAIL_FROM=a@studio.test\n');
    const before = slips.map(([name]) => readFileSync(here(`secrets/${name}`)));
    for (const [name, secret] of slips) writeFileSync(here(`secrets/${name}`), secret);
    const found = faults();
    for (const [at, [name]] of slips.entries()) writeFileSync(here(`secrets/${name}`), before[at] ?? '');
    expect(found.toSorted()).toEqual(
      slips
        .map(([name, , fault]) => `secrets/${name}${fault.startsWith('expected') ? ':' : ''} ${fault}`)
        .toSorted(),
    );
    expect(check()).toMatchObject({ status: 0 });
  });

  it('secrets.sh makes none without openssl: each would be empty', () => {
    const empty = mkdtempSync(join(tmpdir(), 'studio-secrets-'));
    copyFileSync(here('secrets.sh'), join(empty, 'secrets.sh'));
    const tools = join(empty, 'tools');
    mkdirSync(tools);
    for (const tool of ['dirname', 'mkdir', 'chmod', 'cat'])
      symlinkSync(findProgram([tool]) ?? '', join(tools, tool));
    const made = spawnSync('/bin/sh', [join(empty, 'secrets.sh')], {
      env: { PATH: tools },
      encoding: 'utf8',
    });
    expect(made).toMatchObject({
      status: 1,
      stderr: 'openssl is missing: install it. No secret was made.\n',
    });
    expect(existsSync(join(empty, 'secrets'))).toBe(false);
    rmSync(empty, { recursive: true });
  });

  it('names a folder that Docker has made in the place of a secret', () => {
    const file = here('secrets/metrics_token');
    const before = readFileSync(file);
    rmSync(file);
    mkdirSync(file);
    const found = faults();
    rmSync(file, { recursive: true });
    writeFileSync(file, before);
    expect(found).toEqual([
      'secrets/metrics_token is a folder, as Docker makes one where a file is missing: delete it, and ./secrets.sh makes the file',
    ]);
  });

  it('says what is wrong with the certificate: missing, for other hosts, or of another key', () => {
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

  it('asks for no certificate behind a proxy of one’s own, but on Kubernetes, which has no such proxy', () => {
    rmSync(here('secrets/certificate.pem'));
    appendFileSync(here('.env'), 'COMPOSE_FILE=compose.yml:behind-proxy.yml\n');
    expect(check()).toMatchObject({ status: 0, stderr: '' });
    expect(check('kubernetes').status).toBe(1);
  });
});
