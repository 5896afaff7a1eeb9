import { sandboxOrigin } from '@studio/contract/preview';

/** The origins that one preview may use. */
export interface PreviewOrigins {
  /** Where the project's code may run, best first. */
  choices: string[];
  /** Where it may run while a page of the choice hangs and its process lives on; `detour` counts from 1. */
  beside(detour: number): string;
}

/**
 * Where a project's code may run, best first. Names under `localhost` do not resolve in every browser, nor on another
 * machine than the studio's: for them alone the sandbox port of the host by which this page was opened is the second
 * choice (DESIGN 3). Never the app's own origin.
 */
export function previewOrigins(template: string, projectKey: string, openedBy: Location): PreviewOrigins {
  const own = sandboxOrigin(template, projectKey);
  const { port, protocol, hostname } = new URL(own);
  const beside = (detour: number) => sandboxOrigin(template, projectKey, detour);
  if (!hostname.endsWith('.localhost')) return { choices: [own], beside };
  const shared = `${protocol}//${openedBy.hostname}:${port}`;
  return { choices: shared === openedBy.origin ? [own] : [own, shared], beside };
}
