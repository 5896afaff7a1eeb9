import { once } from 'node:events';
import { type AddressInfo, createServer, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve, sep } from 'node:path';
import { siteOf } from '../common/http/site.js';
import type { Config, S3Config, SmtpConfig } from './config.js';
import { Environment, passwordRule, secretVariables } from './environment.js';

type Variables = Record<string, string | undefined>;

/** A variable that is missing or wrong. Its message is the one line that the operator sees. */
export class ConfigError extends Error {
  constructor(name: string, got: string | undefined, expected: string) {
    const shown =
      got === undefined
        ? 'nothing'
        : secretVariables.has(name)
          ? 'an invalid value'
          : JSON.stringify(withoutCredentials(got));
    super(`${name}: expected ${expected}, got ${shown}.`);
  }
}

/** An address as it may be shown: what is before its `@` can be a password. */
function withoutCredentials(value: string): string {
  const end = value.lastIndexOf('@');
  const credentials = value.slice(0, Math.max(end, 0));
  if (!credentials.includes(':')) return value;
  const [scheme = ''] = /^[a-z][a-z\d+.-]{0,30}:\/\//i.exec(value) ?? [];
  return `${scheme}…${value.slice(end)}`;
}

/** Lines for requests only in production: the terminal of `npm start` shows just the addresses and credentials. */
const logLevelOf = { production: 'info', development: 'warn', test: 'silent' } as const;

/**
 * The configuration that the environment variables describe (specification: Operation).
 * @throws ConfigError naming the first variable that is missing or wrong.
 */
export async function readConfig(variables: Variables = process.env): Promise<Config> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new ConfigError(name, given[name], issue?.message ?? 'another value');
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  if (production) requireForProduction(env);
  if (env.PUBLISHING_BY_GROUP.size > 0 && env.FORUM_URL === undefined)
    throw new ConfigError(
      'FORUM_URL',
      undefined,
      'the address of the forum whose groups PUBLISHING_BY_GROUP names',
    );

  // Origins contain ports, so port 0 (any free port) is replaced by a number first.
  const port = env.PORT || (await freePort(env.SANDBOX_PORT));
  const sandboxPort = env.SANDBOX_PORT || (await freePort(port));
  if (port === sandboxPort)
    throw new ConfigError('SANDBOX_PORT', String(sandboxPort), 'another port than PORT');
  const config: Config = {
    production,
    hosts: env.HOST ? [env.HOST] : ['127.0.0.1', '::1'],
    hostsRequired: env.HOST !== undefined,
    port,
    sandboxPort,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${port}`,
    publicUrlFixed: env.PUBLIC_URL !== undefined,
    sandboxUrl: env.SANDBOX_URL ?? `http://{id}.localhost:${sandboxPort}`,
    sandboxUrlFixed: env.SANDBOX_URL !== undefined,
    assetsUrl: env.ASSETS_URL ?? `http://127.0.0.1:${sandboxPort}`,
    assetsUrlFixed: env.ASSETS_URL !== undefined,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    s3: s3Config(env),
    jwtSecret: env.JWT_SECRET ?? null,
    jwtSecretPrevious: env.JWT_SECRET_PREVIOUS ?? null,
    adminEmail: env.ADMIN_EMAIL ?? 'admin@studio.local',
    adminPassword: env.ADMIN_PASSWORD ?? null,
    demoAccount: env.DEMO_ACCOUNT ?? (!production && env.DATABASE_URL === undefined),
    registrationOpen: env.REGISTRATION === 'open',
    forumUrl: env.FORUM_URL === undefined ? null : folderOf(env.FORUM_URL),
    forumSecret: env.FORUM_SECRET ?? null,
    forumWebhookSecret: env.FORUM_WEBHOOK_SECRET ?? null,
    publishingByGroup: env.PUBLISHING_BY_GROUP,
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    metricsToken: env.METRICS_TOKEN ?? null,
    mainSiteUrl: env.MAIN_SITE_URL ?? null,
    librarySource: env.LIBRARY_SOURCE,
    modules: env.MODULES,
    packageRegistry: env.PACKAGE_REGISTRY?.replace(/\/+$/, '') ?? null,
    packageMinAge: env.PACKAGE_MIN_AGE,
    packageBytes: env.PACKAGE_STORAGE * 1_048_576,
    moduleCdn: env.MODULE_CDN?.replace(/\/+$/, '') ?? null,
    avatarUrl: env.AVATAR_URL ?? null,
    supportEmail: env.SUPPORT_EMAIL,
    smtp: smtpConfig(env),
    securityContact: env.SECURITY_CONTACT ?? null,
    logLevel: env.LOG_LEVEL ?? logLevelOf[env.NODE_ENV],
  };
  if (config.sandboxUrl === config.assetsUrl)
    throw new ConfigError('SANDBOX_URL', given['SANDBOX_URL'], 'another origin than ASSETS_URL');
  const [unsafe] = production ? unsafeOrigins(config) : [];
  if (unsafe) throw unsafe;
  return config;
}

/** What a studio starts with although something does not work or is not safe, each in a sentence for the operator. */
export function configWarnings(config: Config): string[] {
  // On a local network one host serves both.
  const isLocal = isOfThisNetwork(new URL(config.publicUrl).hostname);
  const unfit = isLocal ? originsOfTheApp(config) : unsafeOrigins(config);
  const warnings = unfit.map(({ message }) => message);
  if (!config.sandboxUrl.includes('{id}'))
    warnings.push('SANDBOX_URL has no {id}: all projects share one origin, where they are less isolated.');
  const keepsData = config.databaseUrl === null || config.s3 === null;
  if (config.production && keepsData && isBelow(config.dataDir, tmpdir()))
    warnings.push(
      `DATA_DIR is a temporary folder (${config.dataDir}): what people save is lost with it, in a container at its end. Set another one.`,
    );
  if (!config.assetsUrlFixed && isForOthers(config))
    warnings.push(
      `ASSETS_URL is unset, so browsers on other machines look for avatars and files at ${config.assetsUrl}, on themselves. Set it to an origin of this machine that they reach.`,
    );
  if (config.forumUrl !== null && config.forumSecret === null)
    warnings.push('FORUM_URL is set and FORUM_SECRET is not, so nobody can sign in through the forum.');
  if (config.packageRegistry !== null && config.modules !== 'registry')
    warnings.push('PACKAGE_REGISTRY is set and MODULES is not registry, so no package comes from there.');
  return warnings;
}

/** An address without query and without a slash at its end; a forum may be in a folder of its host. */
function folderOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return (origin + pathname).replace(/\/+$/, '');
}

/** Null without any S3 variable: files stay in DATA_DIR then. @throws ConfigError if only some are set. */
function s3Config(env: Environment): S3Config | null {
  const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
  if (names.every((name) => env[name] === undefined)) return null;
  const required = (name: (typeof names)[number]) => {
    const value = env[name];
    if (value === undefined)
      throw new ConfigError(name, undefined, `a value where other S3 variables are set: ${names.join(', ')}`);
    return value;
  };
  return {
    endpoint: required('S3_ENDPOINT'),
    region: required('S3_REGION'),
    bucket: required('S3_BUCKET'),
    accessKey: required('S3_ACCESS_KEY'),
    secretKey: required('S3_SECRET_KEY'),
  };
}

function smtpConfig({ SMTP_URL: url, MAIL_FROM: from }: Environment): SmtpConfig | null {
  if (url === undefined) return null;
  if (from === undefined)
    throw new ConfigError('MAIL_FROM', undefined, 'an email address where SMTP_URL is set');
  return { url, from };
}

function requireForProduction(env: Environment): void {
  if (env.JWT_SECRET === undefined)
    throw new ConfigError('JWT_SECRET', undefined, 'at least 32 characters (required in production)');
  if (env.ADMIN_EMAIL === undefined)
    throw new ConfigError('ADMIN_EMAIL', undefined, 'an email address (required in production)');
  if (env.ADMIN_PASSWORD === undefined)
    throw new ConfigError('ADMIN_PASSWORD', undefined, `${passwordRule} (required in production)`);
  requireAddresses(env);
}

/** What others follow must not lead to this machine: links in emails, the way back from the forum, previews and files. */
function requireAddresses(env: Environment): void {
  const { PUBLIC_URL: publicUrl } = env;
  const linking = (['SMTP_URL', 'FORUM_URL'] as const).find((name) => env[name] !== undefined);
  if (publicUrl === undefined && linking !== undefined)
    throw new ConfigError(
      'PUBLIC_URL',
      undefined,
      `an address like https://studio.example (required in production where ${linking} is set)`,
    );
  if (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname)) return;
  const examples = {
    SANDBOX_URL: 'https://{id}.usercontent.example',
    ASSETS_URL: 'https://assets.usercontent.example',
  } as const;
  for (const name of ['SANDBOX_URL', 'ASSETS_URL'] as const)
    if (env[name] === undefined)
      throw new ConfigError(
        name,
        undefined,
        `an origin like ${examples[name]} (required in production where PUBLIC_URL is set)`,
      );
}

function isLoopback(hostname: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** Whether the studio is opened from other machines: by its address, or else by what it listens on. */
function isForOthers({ publicUrl, publicUrlFixed, hosts }: Config): boolean {
  if (publicUrlFixed) return !isLoopback(new URL(publicUrl).hostname);
  return !hosts.every((host) => isLoopback(host) || host === '::1');
}

/** Whether only this machine or its network can have that host: an IP address, or a name without a domain. */
function isOfThisNetwork(hostname: string): boolean {
  return isLoopback(hostname) || !hostname.includes('.') || isIP(hostname) === 4;
}

/** The origins of user code and files, by the variables that set them. */
function userOrigins({ sandboxUrl, assetsUrl }: Config): [string, URL][] {
  return [
    ['SANDBOX_URL', new URL(sandboxUrl.replace('{id}', 'project'))],
    ['ASSETS_URL', new URL(assetsUrl)],
  ];
}

/**
 * The origins that do not fit the app's: user code on its site could access its cookies and share its process
 * (specification: Isolation), and browsers load nothing by http into a page with https but from this machine.
 */
function unsafeOrigins(config: Config): ConfigError[] {
  const app = siteOf(new URL(config.publicUrl).hostname);
  const isHttps = config.publicUrl.startsWith('https:');
  return userOrigins(config).flatMap(([name, { origin, protocol, hostname }]) => {
    if (siteOf(hostname) === app)
      return new ConfigError(name, origin, `an origin on another site than PUBLIC_URL (${app})`);
    if (isHttps && protocol !== 'https:' && !isLoopback(hostname))
      return new ConfigError(name, origin, 'an https:// origin, as PUBLIC_URL has');
    return [];
  });
}

/** The origins that are the app's own, whose listener serves neither previews nor files: a wrong port, as a rule. */
function originsOfTheApp(config: Config): ConfigError[] {
  const app = new URL(config.publicUrl);
  return userOrigins(config)
    .filter(([, { host, hostname, port }]) => {
      return host === app.host || (isLoopback(hostname) && Number(port || 80) === config.port);
    })
    .map(([name, { origin }]) => new ConfigError(name, origin, 'another port than that of the app'));
}

/** Retries while the system offers `otherThan`, which it may do because nothing listens on that port yet. */
async function freePort(otherThan: number): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port === otherThan ? freePort(otherThan) : port;
}

/** Whether a path is that of a folder, or of something in it. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
