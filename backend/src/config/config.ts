import { readFileSync } from 'node:fs';

/** An S3 server and what is used of it. */
export interface S3Config {
  /** Its origin. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

/** How this studio is set up: what the environment said, with every default filled in. Also the token it is injected by. */
export abstract class Config {
  abstract readonly production: boolean;
  /** Addresses that both listeners bind. */
  abstract readonly hosts: readonly string[];
  /** False where HOST is unset: then a machine without IPv6 may do without `::1`. */
  abstract readonly hostsRequired: boolean;
  abstract readonly port: number;
  abstract readonly sandboxPort: number;
  /** The app's origin as browsers see it. */
  abstract readonly publicUrl: string;
  /** False where PUBLIC_URL is unset: then the host that was asked counts as the app's (specification: Sockets). */
  abstract readonly publicUrlFixed: boolean;
  /** Origin template of user code; `{id}` stands for the project. */
  abstract readonly sandboxUrl: string;
  /** False where SANDBOX_URL is unset: then a page may fall back to the sandbox port of the host it was opened by. */
  abstract readonly sandboxUrlFixed: boolean;
  /** Origin of users' files on the sandbox listener. */
  abstract readonly assetsUrl: string;
  abstract readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  abstract readonly databaseUrl: string | null;
  /** Where sessions, rate limits and used tokens are kept, and sockets told across replicas; null: by database and process. */
  abstract readonly redisUrl: string | null;
  /** Where users' files are kept; null: in `dataDir`. */
  abstract readonly s3: S3Config | null;
  /** Null: generated into `dataDir`. */
  abstract readonly jwtSecret: string | null;
  /** Signs nothing any more; what it has signed is still good. Null: there was no other. */
  abstract readonly jwtSecretPrevious: string | null;
  abstract readonly adminEmail: string;
  /** Null: generated and printed once. */
  abstract readonly adminPassword: string | null;
  abstract readonly demoAccount: boolean;
  abstract readonly registrationOpen: boolean;
  /** The Discourse forum that people come from, with no slash at its end; null: none is asked who somebody is. */
  abstract readonly forumUrl: string | null;
  /** What the forum signs its hand-offs with; null: no forum is set up. */
  abstract readonly forumSecret: string | null;
  /** What the forum signs its webhooks with; null: none are taken. */
  abstract readonly forumWebhookSecret: string | null;
  /** Addresses and CIDR ranges whose forwarding headers count. */
  abstract readonly trustedProxies: readonly string[];
  /** What every budget of calls is multiplied by. */
  abstract readonly rateLimitScale: number;
  /** What reads the metrics from elsewhere; null: they are read from this machine alone. */
  abstract readonly metricsToken: string | null;
  /** Where previews load frameworks and styles from: the studio itself, or public networks (specification: Isolation). */
  abstract readonly librarySource: 'local' | 'cdn';
  /** Where bare imports that the studio does not carry come from, with no slash at its end; null: nowhere. */
  abstract readonly moduleCdn: string | null;
  abstract readonly mainSiteUrl: string | null;
  abstract readonly avatarUrl: string | null;
  abstract readonly supportEmail: string;
  /** Where to report a vulnerability, as an address with its scheme; null: nothing is said of it. */
  abstract readonly securityContact: string | null;
  abstract readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** The account of Try Demo Account (specification: Login screen). */
export const demoAccount = { email: 'demo@studio.local', password: 'demo-studio', username: 'demo' } as const;

/** CSP source of every origin that user code may have: `{id}` becomes a wildcard. */
export function sandboxSources(config: Config, askedHost: string): string[] {
  const sources = [config.sandboxUrl.replace('{id}', '*')];
  // Where `*.localhost` does not resolve, the page falls back to the sandbox port of the host it was opened by (specification: Isolation).
  if (!config.sandboxUrlFixed) sources.push(`http://${hostnameOf(askedHost)}:${config.sandboxPort}`);
  return sources;
}

/**
 * Whether a page of this origin is the app itself (specification: Sockets).
 * With PUBLIC_URL unset, the host that was asked counts as the app's.
 */
export function isAppOrigin(config: Config, origin: string, askedHost: string | undefined): boolean {
  if (origin === config.publicUrl) return true;
  return !config.publicUrlFixed && askedHost !== undefined && origin === `http://${askedHost.toLowerCase()}`;
}

/** The name in a Host header, without its port; anything that is not a plain name or address becomes `localhost`. */
function hostnameOf(host: string): string {
  return /^([\w.-]+|\[[0-9a-f:]+\])(:\d+)?$/i.exec(host)?.[1] ?? 'localhost';
}

/** The studio's version, as package.json says: the same file, seen from the sources and from the build. */
export function packageVersion(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
