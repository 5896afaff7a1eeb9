import type { StudioConfig } from '@studio/contract/http/studio';

/** What the server wrote into the page, read without the app's schemas; null where it is not there. */
export function readEarlyConfig(page: Document): StudioConfig | null {
  try {
    return JSON.parse(page.getElementById('studio-config')?.textContent ?? 'null') as StudioConfig | null;
  } catch {
    return null;
  }
}
