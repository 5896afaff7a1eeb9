import type { StudioConfig } from '@studio/contract/http/studio';
import { type Config, demoAccount } from '../../config/config.js';

/** What a page must know of how this studio is set up. */
export function studioConfig(config: Config): StudioConfig {
  return {
    sandboxUrl: config.sandboxUrl,
    assetsUrl: config.assetsUrl,
    avatarUrl: config.avatarUrl,
    mainSiteUrl: config.mainSiteUrl,
    forumSignIn: config.forumUrl !== null && config.forumSecret !== null,
    librarySource: config.librarySource,
    moduleCdn: config.moduleCdn,
    supportEmail: config.supportEmail,
    demoAccount: config.demoAccount ? { email: demoAccount.email, password: demoAccount.password } : null,
  };
}
