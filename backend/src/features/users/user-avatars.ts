import { avatarStyles } from '@studio/contract/http/accounts';
import type { Config } from '../../config/config.js';

const ownAvatar = new RegExp(`^/avatars/(?:${avatarStyles.join('|')})/[\\w%.~-]{1,200}\\.svg$`);

/** The avatar of a new account: its initials, drawn by the studio. */
export function defaultAvatar(config: Config, username: string): string {
  return `${config.assetsUrl}/avatars/initials/${encodeURIComponent(username)}.svg`;
}

/** SPEC 7, CONTRACT 4 Avatars: one of the studio's own six styles, or an address of AVATAR_URL. Nothing is fetched. */
export function isAllowedAvatar(config: Config, avatar: string): boolean {
  if (!URL.canParse(avatar)) return false;
  const url = new URL(avatar);
  // Compared in normal form, so that `..`, backslashes and user info cannot dress another address up as ours.
  if (url.href !== avatar) return false;
  if (url.origin === config.assetsUrl && url.username === '')
    return ownAvatar.test(url.pathname) && url.search === '';
  if (config.avatarUrl === null) return false;
  const service = new URL(config.avatarUrl);
  const folder = service.pathname.endsWith('/') ? service.pathname : `${service.pathname}/`;
  return url.origin === service.origin && url.username === '' && url.pathname.startsWith(folder);
}
