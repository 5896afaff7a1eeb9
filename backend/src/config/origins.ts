import type { Config } from './config.js';

/** CSP source of every origin that user code may have: `{id}` becomes a wildcard. */
export function sandboxSources(config: Config, askedHost: string): string[] {
  const sources = [config.sandboxUrl.replace('{id}', '*')];
  // Where `*.localhost` does not resolve, the page falls back to the sandbox port of the host it was opened by (DESIGN 3).
  if (!config.sandboxUrlFixed) sources.push(`http://${hostnameOf(askedHost)}:${config.sandboxPort}`);
  return sources;
}

/**
 * Whether a page of this origin is the app itself (CONTRACT 3).
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
