import type { StudioConfig } from '@studio/contract/http/studio';

const defaults: StudioConfig = {
  sandboxUrl: 'http://{id}.localhost:3001',
  assetsUrl: 'http://127.0.0.1:3001',
  avatarUrl: null,
  librarySource: 'local',
  moduleCdn: null,
  mainSiteUrl: null,
  forumSignIn: false,
  supportEmail: 'support@studio.local',
  demoAccount: null,
};

/**
 * How this studio is set up, as the server wrote it into the page; its defaults (CONTRACT 1) where the page has none.
 * It comes with the page itself, so that a schema would only be more to load.
 */
export function readStudioConfig(page: Document): StudioConfig {
  const text = page.getElementById('studio-config')?.textContent ?? 'null';
  return (JSON.parse(text) as StudioConfig | null) ?? defaults;
}
