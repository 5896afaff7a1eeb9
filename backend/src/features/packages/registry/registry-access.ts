import { Agent, type Connection } from '@npmcli/agent';
import Config from '@npmcli/config';
import npmDefinitions from '@npmcli/config/lib/definitions/index.js';
import fetch, { type Options } from 'npm-registry-fetch';
import { RegistryRefusal, ResponseRefusal, registryLimits } from './registry-jobs.js';

/** A configured registry and the options for requests to it. */
export interface Registry {
  /** Ends with a slash. */
  address: string;
  /** Options for npm's packages: credentials, certificates and proxies from npm's settings. */
  options: Options;
}

const open = new Map<string, Registry>();

/**
 * @param address `PACKAGE_REGISTRY`; null: npm's setting
 * @throws RegistryRefusal for a scope that npm's settings send to another registry: those are usually private, and the
 * studio serves what it fetches to anybody
 */
export async function openRegistry(address: string | null, name: string): Promise<Registry> {
  const settings = await npmSettings();
  const registry = withSlash(address ?? settings['registry']);
  const [scope] = name.split('/');
  const ofScope = settings[`${scope}:registry`];
  if (address === null && ofScope !== undefined && withSlash(ofScope) !== registry)
    throw new RegistryRefusal(
      'refused',
      `${name} is not available here: ${scope} has a registry of its own, from which this studio takes nothing. Import it by its full address, or name an address for it in an import map`,
    );
  const opened = open.get(registry) ?? { address: registry, options: optionsFor(registry, settings) };
  open.set(registry, opened);
  return opened;
}

function withSlash(address: unknown): string {
  return `${String(address).replace(/\/+$/, '')}/`;
}

function optionsFor(registry: string, settings: Record<string, unknown>): Options {
  return {
    ...settings,
    registry,
    agent: new RegistryAgent(registry, settings),
    timeout: registryLimits.responseMs,
    retry: { retries: 1, minTimeout: 200, maxTimeout: 500 },
    // Archives are stored by the studio, not in npm's cache.
    cache: undefined,
    preferOnline: true,
  };
}

/** npm's own settings, from its variables and files. */
let known: Promise<Record<string, unknown>> | null = null;

function npmSettings(): Promise<Record<string, unknown>> {
  known ??= readSettings();
  return known;
}

async function readSettings(): Promise<Record<string, unknown>> {
  const config = new Config({
    npmPath: process.cwd(),
    argv: [],
    ...npmDefinitions,
    warn: false,
  });
  await config.load();
  return { ...config.flat };
}

/**
 * Connects only to the registry's host, so that a redirect cannot make the studio request other servers of the
 * network.
 */
class RegistryAgent extends Agent {
  readonly #registry: URL;

  constructor(
    registry: string,
    { ca, cert, key, httpsProxy, proxy, noProxy, strictSSL }: Record<string, unknown>,
  ) {
    super({
      ca,
      cert,
      key,
      noProxy,
      proxy: httpsProxy ?? proxy,
      rejectUnauthorized: strictSSL !== false,
      timeout: registryLimits.responseMs,
      maxSockets: 8,
    });
    this.#registry = new URL(registry);
  }

  override connect(request: object, options: Connection) {
    const { hostname, port, protocol } = this.#registry;
    const isSecure = protocol === 'https:';
    const ownPort = Number(port) || (isSecure ? 443 : 80);
    const isOwn =
      options.host === hostname.replace(/^\[|\]$/g, '') &&
      Number(options.port) === ownPort &&
      options.secureEndpoint === isSecure;
    if (!isOwn) return Promise.reject(new ResponseRefusal('refused', sentElsewhere(String(options.host))));
    return super.connect(request, options);
  }
}

/** Why a redirection to another server is not followed, as users read it. `host` is the registry's text, so cut. */
export function sentElsewhere(host: string): string {
  return `the registry sends the studio to another server (${host.slice(0, 100)}), from which it takes nothing`;
}

/** Requests JSON. @throws ResponseRefusal if the response is too large or not JSON, and errors of the request */
export async function fetchJson(
  registry: Registry,
  path: string,
  query: Record<string, string> = {},
): Promise<unknown> {
  const signal = AbortSignal.timeout(registryLimits.responseMs);
  const { body } = await fetch(registry.address + path, { ...registry.options, query, signal });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > registryLimits.descriptionBytes) {
      body.destroy();
      throw new ResponseRefusal('too_large', 'what the registry says of it is too long');
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new ResponseRefusal('registry_unavailable', 'the registry’s answer is damaged or was cut short');
  }
}
