import { readFileSync } from 'node:fs';
import { ownFile } from '../own-files.js';
import type { PublishingByGroup } from './publishing-by-group.js';

/** An S3 server, the bucket on it and the keys. */
export interface S3Config {
  /** Its origin. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

/** The mail server that sends the studio's email. */
export interface SmtpConfig {
  /** With its user and password. */
  url: string;
  /** The address that email comes from. */
  from: string;
}

/** The studio's settings: the environment with all defaults. Also their injection token. */
export abstract class Config {
  abstract readonly production: boolean;
  /** Addresses that both listeners bind. */
  abstract readonly hosts: readonly string[];
  /** False if HOST is unset: then `::1` is left out on a machine without IPv6. */
  abstract readonly hostsRequired: boolean;
  abstract readonly port: number;
  abstract readonly sandboxPort: number;
  /** The app's origin as browsers see it. */
  abstract readonly publicUrl: string;
  /** False if PUBLIC_URL is unset: then the host of the request counts as the app's (specification: Sockets). */
  abstract readonly publicUrlFixed: boolean;
  /** Origin template of user code; `{id}` stands for the project. */
  abstract readonly sandboxUrl: string;
  /** False if SANDBOX_URL is unset: then a page may fall back to the sandbox port of its own host. */
  abstract readonly sandboxUrlFixed: boolean;
  /** Origin of users' files on the sandbox listener. */
  abstract readonly assetsUrl: string;
  /** False if ASSETS_URL is unset: then it leads browsers to their own machine. */
  abstract readonly assetsUrlFixed: boolean;
  abstract readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  abstract readonly databaseUrl: string | null;
  /** Sessions, rate limits, used tokens and sockets of several replicas; null: the database and this process. */
  abstract readonly redisUrl: string | null;
  /** Where users' files are kept; null: in `dataDir`. */
  abstract readonly s3: S3Config | null;
  /** Null: generated into `dataDir`. */
  abstract readonly jwtSecret: string | null;
  /** Signs no new tokens, but those that it signed stay valid. Null: there is none. */
  abstract readonly jwtSecretPrevious: string | null;
  abstract readonly adminEmail: string;
  /** Null: generated and printed once. */
  abstract readonly adminPassword: string | null;
  abstract readonly demoAccount: boolean;
  abstract readonly registrationOpen: boolean;
  /** The Discourse forum through which people sign in, without a slash at its end; null: none. */
  abstract readonly forumUrl: string | null;
  /** The secret of DiscourseConnect; null: no forum is set up. */
  abstract readonly forumSecret: string | null;
  /** The secret of the forum's webhooks; null: none are accepted. */
  abstract readonly forumWebhookSecret: string | null;
  /** How many projects forum groups may publish in 24 hours; empty: only the rule for new accounts applies. */
  abstract readonly publishingByGroup: PublishingByGroup;
  /** Addresses and CIDR ranges whose forwarding headers count. */
  abstract readonly trustedProxies: readonly string[];
  /** Factor of all rate limits. */
  abstract readonly rateLimitScale: number;
  /** Token for reading the metrics from elsewhere; null: they can be read on this machine only. */
  abstract readonly metricsToken: string | null;
  /** Where previews load frameworks and styles: from the studio, or public networks (specification: Isolation). */
  abstract readonly librarySource: 'local' | 'cdn';
  /** Where imported npm packages come from: nowhere, the shelf that comes with the studio, or a registry as well. */
  abstract readonly modules: 'off' | 'shelf' | 'registry';
  /** The registry, without a slash at its end; null: the one that npm is configured to. */
  abstract readonly packageRegistry: string | null;
  /** How many days ago a version must have been published to be taken from the registry. */
  abstract readonly packageMinAge: number;
  /** Bytes of all stored packages above which those that no project uses are deleted. */
  abstract readonly packageBytes: number;
  /** CDN for bare imports that the studio does not include, without a slash at its end; null: none. */
  abstract readonly moduleCdn: string | null;
  abstract readonly mainSiteUrl: string | null;
  abstract readonly avatarUrl: string | null;
  abstract readonly supportEmail: string;
  /** Null: the studio sends no email. */
  abstract readonly smtp: SmtpConfig | null;
  /** Where to report a vulnerability, as an address with its scheme; null: there is no security.txt. */
  abstract readonly securityContact: string | null;
  abstract readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** The account of Try Demo Account (specification: Login screen). */
export const demoAccount = { email: 'demo@studio.local', password: 'demo-studio', username: 'demo' } as const;

/** CSP source of every origin that user code may have: `{id}` becomes a wildcard. */
export function sandboxSources(config: Config, askedHost: string): string[] {
  const sources = [config.sandboxUrl.replace('{id}', '*')];
  // Without `*.localhost` the page falls back to the sandbox port of its own host (specification: Isolation).
  if (!config.sandboxUrlFixed) sources.push(`http://${hostnameOf(askedHost)}:${config.sandboxPort}`);
  return sources;
}

/**
 * Whether a page of this origin is the app itself (specification: Sockets).
 * If PUBLIC_URL is unset, the host of the request counts as the app's.
 */
export function isAppOrigin(config: Config, origin: string, askedHost: string | undefined): boolean {
  if (origin === config.publicUrl) return true;
  if (config.publicUrlFixed || askedHost === undefined) return false;
  // Some proxies append the default port, which browsers leave out.
  return origin === `http://${askedHost.toLowerCase().replace(/:80$/, '')}`;
}

/** The name in a Host header, without its port; anything that is not a plain name or address becomes `localhost`. */
export function hostnameOf(host: string): string {
  return /^([\w.-]+|\[[0-9a-f:]+\])(:\d+)?$/i.exec(host)?.[1] ?? 'localhost';
}

/** The environment of a child process: the variables that Node needs, and none of the settings. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS } = process.env;
  return NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS };
}

/** The variables that npm reads its settings from: its own, the user's folder, proxies and certificates. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  const isNpms =
    /^(?:npm_config_.*|home|userprofile|https?_proxy|proxy|no_?proxy|node_extra_ca_certs|path)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isNpms.test(name)));
}

/** The studio's version, from package.json. */
export function packageVersion(): string {
  const file = readFileSync(ownFile('../package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
