import type { StudioConfig } from '@studio/contract/http/studio';

/**
 * How this studio is set up, as the server, or in development Vite, wrote it into the page. It comes with the page
 * itself, so that a schema would only be more to load.
 */
export function readStudioConfig(page: Document): StudioConfig {
  return JSON.parse(page.getElementById('studio-config')?.textContent ?? '') as StudioConfig;
}
