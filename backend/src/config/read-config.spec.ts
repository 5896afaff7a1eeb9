import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Config, isAppOrigin, sandboxSources } from './config.js';
import { Environment, secretVariables } from './environment.js';
import { ConfigError, configWarnings, readConfig } from './read-config.js';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://studio.example',
  SANDBOX_URL: 'https://{id}.usercontent.test',
  ASSETS_URL: 'https://assets.usercontent.test',
  JWT_SECRET: 'x'.repeat(32),
  ADMIN_EMAIL: 'admin@studio.example',
  ADMIN_PASSWORD: 'a good password',
};

const s3 = {
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'studio',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret-of-s3',
};

const refusalOf = async (variables: Record<string, string | undefined>) =>
  readConfig(variables).then(
    () => 'accepted',
    (error: unknown) => (error instanceof ConfigError ? error.message : String(error)),
  );

const ofSharedOrigin =
  'SANDBOX_URL has no {id}: all projects share one origin, where they are less isolated.';
const otherWarnings = (config: Config) =>
  configWarnings(config).filter((warning) => warning !== ofSharedOrigin);

describe('the configuration', () => {
  it('has the documented defaults', async () => {
    expect(await readConfig({})).toEqual({
      production: false,
      hosts: ['127.0.0.1', '::1'],
      hostsRequired: false,
      port: 3000,
      sandboxPort: 3001,
      publicUrl: 'http://localhost:3000',
      publicUrlFixed: false,
      sandboxUrl: 'http://{id}.localhost:3001',
      sandboxUrlFixed: false,
      assetsUrl: 'http://127.0.0.1:3001',
      assetsUrlFixed: false,
      dataDir: resolve('.data'),
      databaseUrl: null,
      redisUrl: null,
      s3: null,
      jwtSecret: null,
      jwtSecretPrevious: null,
      adminEmail: 'admin@studio.local',
      adminPassword: null,
      demoAccount: true,
      registrationOpen: true,
      forumUrl: null,
      forumSecret: null,
      forumWebhookSecret: null,
      publishingByGroup: new Map(),
      trustedProxies: [],
      rateLimitScale: 1,
      metricsToken: null,
      mainSiteUrl: null,
      librarySource: 'local',
      modules: 'shelf',
      packageRegistry: null,
      packageMinAge: 3,
      packageBytes: 4_096 * 1_048_576,
      moduleCdn: null,
      avatarUrl: null,
      supportEmail: 'support@studio.local',
      smtp: null,
      securityContact: null,
      logLevel: 'warn',
    });
  });

  it('is explained by the README, variable by variable, and what is secret by docs/security.md too', () => {
    const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const names = [Object.keys(Environment.shape), [...secretVariables]];
    const unnamed = ['README.md', 'docs/security.md'].map((path, index) =>
      names[index]?.filter((name) => !new RegExp(`\`${name}[\`=]`).test(read(path))),
    );
    expect(unnamed).toEqual([[], []]);
  });

  it('takes an empty variable for an unset one', async () => {
    expect((await readConfig({ PORT: '', DATABASE_URL: '' })).port).toBe(3000);
  });

  it.each([
    ['PACKAGE_REGISTRY', 'packageRegistry', 'https://registry.example/npm'],
    ['MODULE_CDN', 'moduleCdn', 'https://modules.example'],
    ['AVATAR_URL', 'avatarUrl', 'https://avatars.example/9.x'],
  ] as const)('takes an address without the space or line break after it: %s', async (name, key, address) => {
    for (const given of [`${address} `, `${address}\n`])
      expect((await readConfig({ [name]: given }))[key]).toBe(address);
  });

  it('makes port 0 a port', async () => {
    const { port, publicUrl } = await readConfig({ PORT: '0' });
    expect(port).toBeGreaterThan(0);
    expect(publicUrl).toBe(`http://localhost:${port}`);
  });

  it('has a demo account by default where the database is embedded and it is not in production', async () => {
    expect((await readConfig({ DATABASE_URL: 'postgresql://a@b/c' })).demoAccount).toBe(false);
    expect((await readConfig(production)).demoAccount).toBe(false);
    expect((await readConfig({ ...production, DEMO_ACCOUNT: 'on' })).demoAccount).toBe(true);
    expect((await readConfig({ DEMO_ACCOUNT: 'off' })).demoAccount).toBe(false);
  });

  it.each([
    ['PORT', '70000', 'PORT: expected a whole number from 0 to 65535 (0: any free port), got "70000".'],
    ['PORT', '3e3', 'PORT: expected a whole number'],
    ['SANDBOX_PORT', '-1', 'got "-1"'],
    [
      'DATA_DIR',
      '"/data"',
      'DATA_DIR: expected a folder, without ~, quotes or spaces around it, got "\\"/data\\"".',
    ],
    ['DATA_DIR', ' /data', 'got " /data"'],
    ['DATA_DIR', '/data\n', 'got "/data\\n"'],
    ['DATA_DIR', '~/data', 'got "~/data"'],
    ['SANDBOX_PORT', '3000', 'SANDBOX_PORT: expected another port than PORT, got "3000".'],
    [
      'PUBLISHING_BY_GROUP',
      'trust_level_1=five',
      'such as trust_level_0=1,staff=unlimited (not "trust_level_1=five")',
    ],
    ['PUBLISHING_BY_GROUP', 'staff=unlimited,', '(not "")'],
    ['PUBLISHING_BY_GROUP', 'staff=-1', '(not "staff=-1")'],
    ['PUBLISHING_BY_GROUP', 'staff=10000', '(not "staff=10000")'],
    ['PUBLISHING_BY_GROUP', 'a b=1', '(not "a b=1")'],
    ['PUBLISHING_BY_GROUP', 'staff=1, Staff=2', '("Staff=2" names a group again)'],
    [
      'PUBLISHING_BY_GROUP',
      Array.from({ length: 33 }, (_, n) => `g${n}=1`).join(','),
      '(32 entries at most)',
    ],
    ['PUBLISHING_BY_GROUP', 'staff=unlimited', 'FORUM_URL: expected the address of the forum whose groups'],
    ['NODE_ENV', 'prod', 'expected development, production or test'],
    ['HOST', 'a b', 'got "a b"'],
    ['PUBLIC_URL', 'studio.example', 'PUBLIC_URL: expected an address like'],
    ['PUBLIC_URL', 'ftp://a', 'PUBLIC_URL'],
    ['PUBLIC_URL', 'https://forum.example/studio', 'PUBLIC_URL: expected'],
    ['SANDBOX_URL', 'https://a/{id}', 'SANDBOX_URL'],
    ['SANDBOX_URL', 'https://{ID}.usercontent.example', 'SANDBOX_URL: expected an origin like https://{id}.'],
    ['SANDBOX_URL', 'https://{id}.{id}.usercontent.example', 'SANDBOX_URL: expected an origin like'],
    ['SANDBOX_URL', 'https://{id}', 'SANDBOX_URL: expected an origin like'],
    ['SANDBOX_URL', 'https://{id}:7144', 'SANDBOX_URL: expected an origin like'],
    ['SANDBOX_URL', 'https://{id}.:7144', 'SANDBOX_URL: expected an origin like'],
    ['SANDBOX_URL', 'https://{id}.usercontent.example ', 'SANDBOX_URL: expected an origin like'],
    [
      'SANDBOX_URL',
      'http://127.0.0.1:3001',
      'SANDBOX_URL: expected another origin than ASSETS_URL, got "http',
    ],
    ['ASSETS_URL', 'x', 'ASSETS_URL'],
    ['DATABASE_URL', 'mysql://u:secret@h/d', 'DATABASE_URL: expected an address like'],
    ['DATABASE_URL', 'postgresql://u:50%off-secret@h/d', 'DATABASE_URL: expected an address like'],
    ['DATABASE_URL', 'postgresql://u:secret@h:5432', 'DATABASE_URL: expected an address like'],
    [
      'DATABASE_URL',
      'postgresql://u:secret@h:5432/?sslmode=require',
      'DATABASE_URL: expected an address like',
    ],
    ['REDIS_URL', 'redis://u:50%off-secret@h:6379', 'REDIS_URL: expected an address like redis://'],
    ['REDIS_URL', 'http://u:secret@h:6379', 'REDIS_URL: expected an address like redis://'],
    ['REDIS_URL', 'redis://h/first', 'REDIS_URL: expected'],
    ['JWT_SECRET', 'short-secret', 'JWT_SECRET: expected at least 32 characters, got an invalid value.'],
    ['S3_ENDPOINT', '127.0.0.1:9000', 'S3_ENDPOINT: expected an address like'],
    ['S3_REGION', 'eu west', 'S3_REGION: expected a region like'],
    ['S3_BUCKET', 'My_Bucket', 'S3_BUCKET: expected a bucket name'],
    ['S3_SECRET_KEY', 'secret-of-s3\n', 'S3_SECRET_KEY: expected a key without spaces'],
    ['ADMIN_EMAIL', 'admin', 'ADMIN_EMAIL'],
    [
      'ADMIN_PASSWORD',
      'hunter2',
      'ADMIN_PASSWORD: expected a password of 8 to 128 characters, got an invalid value.',
    ],
    ['ADMIN_PASSWORD', 'hunter2hunter2\n', 'ADMIN_PASSWORD: expected a password without spaces at its ends'],
    ['ADMIN_PASSWORD', ' hunter2hunter2', 'ADMIN_PASSWORD: expected a password without spaces at its ends'],
    ['ADMIN_PASSWORD', 'hunter2\nhunter2', 'ADMIN_PASSWORD: expected a password without spaces at its ends'],
    ['DEMO_ACCOUNT', 'yes', 'DEMO_ACCOUNT: expected on or off, got "yes".'],
    ['FORUM_SECRET', 'hunter2', 'FORUM_SECRET: expected at least 10 characters, got an invalid value.'],
    ['FORUM_SECRET', 'hunter2hunter2\n', 'FORUM_SECRET: expected a secret without spaces or line breaks at'],
    ['FORUM_WEBHOOK_SECRET', ' hunter2hunter2', 'FORUM_WEBHOOK_SECRET: expected a secret without spaces'],
    ['REGISTRATION', 'maybe', 'expected open or closed'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'expected a comma-separated list of addresses or CIDR ranges'],
    ['TRUSTED_PROXIES', '0.0.0.0/0', 'CIDR ranges (not /0), got "0.0.0.0/0".'],
    ['TRUSTED_PROXIES', '10.0.0.1, ::/0', 'CIDR ranges (not /0), got "10.0.0.1, ::/0".'],
    ['TRUSTED_PROXIES', 'proxy', 'TRUSTED_PROXIES'],
    ['RATE_LIMIT_SCALE', '0', 'expected a number from 0.001 to 1000'],
    ['RATE_LIMIT_SCALE', 'off', 'expected a number from 0.001 to 1000'],
    ['MAIN_SITE_URL', 'javascript:alert(1)', 'MAIN_SITE_URL'],
    ['SUPPORT_EMAIL', 'x', 'SUPPORT_EMAIL'],
    ['SMTP_URL', 'mail.example:25', 'SMTP_URL: expected an address like smtps://'],
    ['SMTP_URL', 'https://u:secret@mail.example', 'SMTP_URL: expected an address like smtps://'],
    [
      'SMTP_URL',
      'smtp://u:secret@mail.example:587',
      'MAIL_FROM: expected an email address where SMTP_URL is set, got nothing.',
    ],
    ['MAIL_FROM', 'CodeStudio <studio@studio.example>', 'MAIL_FROM: expected an email address'],
    [
      'JWT_SECRET_PREVIOUS',
      'short-secret',
      'JWT_SECRET_PREVIOUS: expected at least 32 characters, got an invalid value.',
    ],
    [
      'SECURITY_CONTACT',
      'security@studio.example',
      'expected an address like mailto:security@studio.example',
    ],
    ['SECURITY_CONTACT', 'mailto:x\nExpires: never', 'SECURITY_CONTACT'],
  ])('refuses a wrong variable in one line: %s=%s', async (name, value, line) => {
    const refusal = await refusalOf({ [name]: value });
    expect(refusal).toContain(line);
    expect(refusal).not.toContain('\n');
    expect(refusal).not.toMatch(/secret@|off-secret|short-secret|secret-of-s3|hunter2/);
  });

  it.each([
    ['https://{id}.UserContent.example:443/', 'https://{id}.usercontent.example'],
    ['https://Preview-{id}.usercontent.example:8443', 'https://preview-{id}.usercontent.example:8443'],
    ['https://Shared.usercontent.example', 'https://shared.usercontent.example'],
  ])('has SANDBOX_URL as browsers write origins: %s', async (given, written) => {
    expect((await readConfig({ SANDBOX_URL: given })).sandboxUrl).toBe(written);
  });

  it('has an S3 server where all of its variables are set', async () => {
    expect((await readConfig({ ...s3, S3_ENDPOINT: 'https://s3.example/' })).s3).toEqual({
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      bucket: 'studio',
      accessKey: 'access',
      secretKey: 'secret-of-s3',
    });
  });

  it.each(Object.keys(s3))('refuses an S3 server without %s', async (name) => {
    expect(await refusalOf({ ...s3, [name]: undefined })).toMatch(`${name}: expected a value where`);
  });

  it.each(['JWT_SECRET', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'])('needs %s in production', async (name) => {
    expect(await refusalOf({ ...production, [name]: undefined })).toMatch(`${name}: expected`);
  });

  it.each([
    ['SANDBOX_URL', {}],
    ['ASSETS_URL', {}],
    ['PUBLIC_URL', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'studio@studio.example' }],
    ['PUBLIC_URL', { FORUM_URL: 'https://forum.example' }],
  ])('needs %s in production where others would be led to this machine: %o', async (name, others) => {
    expect(await refusalOf({ ...production, ...others, [name]: undefined })).toMatch(
      new RegExp(`^${name}: expected an .* \\(required in production where .* is set\\), got nothing\\.$`),
    );
  });

  it.each([
    { PUBLIC_URL: undefined },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://127.0.0.1:3000', ASSETS_URL: 'http://assets.localhost:3001' },
  ])('needs no addresses for a studio in production on this machine alone: %o', async (addresses) => {
    const none = { SANDBOX_URL: undefined, ASSETS_URL: undefined };
    expect(await refusalOf({ ...production, ...none, ...addresses })).toBe('accepted');
  });

  it.each([
    [
      'SANDBOX_URL',
      'https://{id}.studio.example',
      'an origin on another site than PUBLIC_URL (studio.example)',
    ],
    ['SANDBOX_URL', 'https://studio.example', 'an origin on another site than PUBLIC_URL (studio.example)'],
    [
      'ASSETS_URL',
      'https://assets.studio.example',
      'an origin on another site than PUBLIC_URL (studio.example)',
    ],
    ['SANDBOX_URL', 'http://{id}.usercontent.test', 'an https:// origin, as PUBLIC_URL has'],
    ['ASSETS_URL', 'http://assets.usercontent.test', 'an https:// origin, as PUBLIC_URL has'],
  ])(
    'refuses origins that do not fit the app’s in production, else warns: %s=%s',
    async (name, value, expected) => {
      const refused = await refusalOf({ ...production, [name]: value });
      expect(refused).toContain(`${name}: expected ${expected}, got "`);
      const { PUBLIC_URL, ASSETS_URL } = production;
      const config = await readConfig({ PUBLIC_URL, ASSETS_URL, [name]: value });
      expect(otherWarnings(config)).toEqual([refused]);
    },
  );

  it.each(['192.168.1.5', '[fd00::5]', 'studio'])(
    'takes one host of the local network for both during development: %s',
    async (host) => {
      const addresses = {
        PUBLIC_URL: `http://${host}:3000`,
        SANDBOX_URL: `http://${host}:3001`,
        ASSETS_URL: 'http://machine.local:3001',
      };
      expect(configWarnings(await readConfig(addresses))).toEqual([ofSharedOrigin]);
      expect(await refusalOf({ ...production, ...addresses })).toMatch('SANDBOX_URL: expected an origin on');
    },
  );

  it.each([
    ['SANDBOX_URL', 'http://{id}.localhost:4000', 'http://project.localhost:4000'],
    ['SANDBOX_URL', 'http://studio:5000', 'http://studio:5000'],
    ['ASSETS_URL', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['ASSETS_URL', 'http://studio:5000', 'http://studio:5000'],
  ])('warns where an origin of users is the app’s: %s=%s', async (name, value, origin) => {
    const refused = `${name}: expected another port than that of the app, got "${origin}".`;
    const others = {
      PUBLIC_URL: 'http://studio:5000',
      SANDBOX_URL: 'http://{id}.usercontent.test',
      ASSETS_URL: 'http://assets.usercontent.test',
    };
    const config = await readConfig({ PORT: '4000', ...others, [name]: value });
    expect(otherWarnings(config)).toEqual([refused]);
  });

  it('warns of nothing else: not of the defaults, nor of http beside http', async () => {
    const ASSETS_URL = 'https://assets.usercontent.test';
    const plain = { PUBLIC_URL: 'http://studio.example', SANDBOX_URL: 'http://{id}.usercontent.test' };
    for (const variables of [
      {},
      { ...plain, ASSETS_URL },
      { PUBLIC_URL: 'https://studio.example', ASSETS_URL },
    ])
      expect(configWarnings(await readConfig(variables))).toEqual([]);
  });

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { PUBLIC_URL: 'http://studio.example' },
    { PUBLIC_URL: 'http://192.168.1.5:3000' },
  ])('warns where other machines would look for files on themselves: %o', async (variables) => {
    expect(configWarnings(await readConfig(variables))).toEqual([
      'ASSETS_URL is unset, so browsers on other machines look for avatars and files at http://127.0.0.1:3001, on themselves. Set it to an origin of this machine that they reach.',
    ]);
    const behind = { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' };
    for (const others of [behind, { HOST: '::1' }, { ...variables, ASSETS_URL: 'http://127.0.0.1:3001' }])
      expect(configWarnings(await readConfig(others))).toEqual([]);
  });

  it('warns of a temporary DATA_DIR in production, unless nothing of people’s is kept there', async () => {
    const temporary = { ...production, DATA_DIR: join(tmpdir(), 'studio') };
    const database = { DATABASE_URL: 'postgresql://a@b/c' };
    for (const variables of [temporary, { ...temporary, ...database }])
      expect(configWarnings(await readConfig(variables))).toEqual([
        expect.stringMatching(
          /^DATA_DIR is a temporary folder \(.*studio\): what people save is lost with it/,
        ),
      ]);
    expect(configWarnings(await readConfig({ ...temporary, ...database, ...s3 }))).toEqual([]);
    expect(configWarnings(await readConfig({ ...production, DATA_DIR: '/data' }))).toEqual([]);
  });

  it('warns where FORUM_URL has no FORUM_SECRET', async () => {
    const forum = { FORUM_URL: 'https://forum.example' };
    expect(configWarnings(await readConfig(forum))).toEqual([
      'FORUM_URL is set and FORUM_SECRET is not, so nobody can sign in through the forum.',
    ]);
    expect(configWarnings(await readConfig({ ...forum, FORUM_SECRET: 'shared with the forum' }))).toEqual([]);
  });

  it('warns where PACKAGE_REGISTRY has no effect', async () => {
    const registry = { PACKAGE_REGISTRY: 'https://registry.example' };
    for (const MODULES of ['', 'shelf', 'off'])
      expect(configWarnings(await readConfig({ ...registry, MODULES }))).toEqual([
        'PACKAGE_REGISTRY is set and MODULES is not registry, so no package comes from there.',
      ]);
    expect(configWarnings(await readConfig({ ...registry, MODULES: 'registry' }))).toEqual([]);
  });

  it.each([
    ['PACKAGE_REGISTRY', 'ftp://reader:hunter2@registry.example', '"ftp://…@registry.example"'],
    ['MODULE_CDN', 'htps://hunter2@modules.example', '"htps://…@modules.example"'],
    ['AVATAR_URL', 'ftp://reader:hun@ter2/hunter2@avatars.example', '"ftp://…@avatars.example"'],
    ['MAIN_SITE_URL', 'reader:hunter2@main.example', '"…@main.example"'],
  ])('shows no credentials of a refused address: %s=%s', async (name, value, shown) => {
    const refusal = await refusalOf({ [name]: value });
    expect(refusal).toMatch(new RegExp(`^${name}: expected`));
    expect(refusal).toContain(`got ${shown}.`);
  });

  it('knows sites by the public suffix list', async () => {
    const neighbours = {
      PUBLIC_URL: 'https://a.co.uk',
      SANDBOX_URL: 'https://{id}.b.co.uk',
      ASSETS_URL: 'https://c.co.uk',
    };
    expect(await refusalOf({ ...production, ...neighbours })).toBe('accepted');
    expect(await refusalOf({ ...production, ...neighbours, ASSETS_URL: 'https://x.a.co.uk' })).toMatch(
      'ASSETS_URL',
    );
  });
});

describe('the app’s origin', () => {
  it('is PUBLIC_URL alone where that is set', async () => {
    const config = await readConfig(production);
    expect(isAppOrigin(config, 'https://studio.example', 'studio.example')).toBe(true);
    for (const origin of [
      'http://studio.example',
      'https://studio.example.evil.test',
      'https://x.usercontent.test',
      'null',
    ])
      expect(isAppOrigin(config, origin, new URL('https://evil.test').host)).toBe(false);
  });

  it('is the host that was asked where PUBLIC_URL is unset', async () => {
    const config = await readConfig({});
    expect(isAppOrigin(config, 'http://localhost:3000', undefined)).toBe(true);
    expect(isAppOrigin(config, 'http://192.168.0.9:3000', '192.168.0.9:3000')).toBe(true);
    expect(isAppOrigin(config, 'http://192.168.0.9', '192.168.0.9:80')).toBe(true);
    expect(isAppOrigin(config, 'http://192.168.0.9:3001', '192.168.0.9:3000')).toBe(false);
    expect(isAppOrigin(config, 'http://x.localhost:3001', 'localhost:3000')).toBe(false);
  });
});

describe('the origins that a page may frame', () => {
  it('are the sandbox’s, and the sandbox port of the host that was asked', async () => {
    expect(sandboxSources(await readConfig({}), '192.168.0.9:3000')).toEqual([
      'http://*.localhost:3001',
      'http://192.168.0.9:3001',
    ]);
    expect(sandboxSources(await readConfig({}), 'a; *')).toEqual([
      'http://*.localhost:3001',
      'http://localhost:3001',
    ]);
    expect(sandboxSources(await readConfig(production), 'studio.example')).toEqual([
      'https://*.usercontent.test',
    ]);
  });
});
