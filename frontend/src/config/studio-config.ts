import { StudioConfig } from '@studio/contract/http/studio';

const fallback: StudioConfig = {
  sandboxUrl: 'http://{id}.localhost:3001',
  assetsUrl: 'http://127.0.0.1:3001',
  mainSiteUrl: null,
  supportEmail: 'support@studio.local',
  demoAccount: null,
};

/** How this studio is set up, as the server wrote it into the page; its defaults (CONTRACT 1) where the page has none. */
export function readStudioConfig(page: Document): StudioConfig {
  const text = page.getElementById('studio-config')?.textContent ?? 'null';
  try {
    const parsed = StudioConfig.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : fallback;
  } catch {
    return fallback;
  }
}
