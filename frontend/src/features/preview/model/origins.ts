import { sandboxOrigin } from '@studio/contract/preview';

/**
 * Where a project's code may run, best first: its own origin, then the sandbox port of the host by which this page was
 * opened, for browsers and networks where the project's own name does not resolve (DESIGN 3).
 */
export function previewOrigins(template: string, projectKey: string, openedBy: Location): string[] {
  const own = sandboxOrigin(template, projectKey);
  const { port, protocol } = new URL(own);
  const shared = `${protocol}//${openedBy.hostname}${port ? `:${port}` : ''}`;
  return own === shared ? [own] : [own, shared];
}
