import { StudioConfig } from '@studio/contract/http/studio';

const fallback: StudioConfig = {
  sandboxUrl: 'http://{id}.localhost:3001',
  assetsUrl: 'http://127.0.0.1:3001',
  avatarUrl: null,
  librarySource: 'local',
  moduleCdn: null,
  mainSiteUrl: null,
  supportEmail: 'support@studio.local',
  demoAccount: null,
};

/** How this studio is set up, as the server wrote it into the page; its defaults (CONTRACT 1) where the page has none. */
export function readStudioConfig(page: Document): StudioConfig {
  const text = page.getElementById('studio-config')?.textContent ?? 'null';
  const parsed = StudioConfig.safeParse(parseJson(text));
  if (!parsed.success) console.warn('The page carries no readable studio configuration; the defaults hold');
  return parsed.data ?? fallback;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
