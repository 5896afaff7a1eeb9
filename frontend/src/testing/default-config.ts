import type { StudioConfig } from '@studio/contract/http/studio';

/** A studio as it is without any variable (CONTRACT 1), but for the demo account. */
export const defaultConfig: StudioConfig = {
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
