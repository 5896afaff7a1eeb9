import { sandboxOrigin } from '@studio/contract/preview';

/**
 * Where a project's code may run, best first. Names under `localhost` do not resolve in every browser, nor on another
 * machine than the studio's: for them alone the sandbox port of the host by which this page was opened is the second
 * choice (DESIGN 3). Never the app's own origin.
 */
export function previewOrigins(template: string, projectKey: string, openedBy: Location): string[] {
  const own = sandboxOrigin(template, projectKey);
  const { port, protocol, hostname } = new URL(own);
  if (!hostname.endsWith('.localhost')) return [own];
  const shared = `${protocol}//${openedBy.hostname}:${port}`;
  return shared === openedBy.origin ? [own] : [own, shared];
}
