import { avatarStyles } from '@studio/contract/http/accounts';
import type { Config } from '../../config/config.js';

const ownAvatar = new RegExp(`^/avatars/(?:${avatarStyles.join('|')})/([\\w%.~-]+)$`);
/** In UTF-16 units, decoded. */
const maxSeedLength = 128;

/** The avatar of a new account: its initials, drawn by the studio. */
export function defaultAvatar(config: Config, username: string): string {
  return `${config.assetsUrl}/avatars/initials/${encodeURIComponent(username)}.svg`;
}

/** The seed in the decoded name of an avatar's file, which the studio draws the picture from; null: it draws none. */
export function readAvatarSeed(file: string): string | null {
  const [, seed = ''] = /^(.+)\.svg$/.exec(file) ?? [];
  return seed === '' || seed.length > maxSeedLength ? null : seed;
}

/** One of the studio's own six styles, or an address of AVATAR_URL (specification: Avatars). Nothing is fetched. */
export function isAllowedAvatar(config: Config, avatar: string): boolean {
  if (!URL.canParse(avatar)) return false;
  const url = new URL(avatar);
  // Compared in normal form, so that `..`, backslashes and user info cannot dress another address up as ours.
  if (url.href !== avatar) return false;
  if (url.origin === config.assetsUrl && url.username === '')
    return readOwnSeed(url.pathname) !== null && url.search === '' && url.hash === '';
  if (config.avatarUrl === null) return false;
  const service = new URL(config.avatarUrl);
  const folder = service.pathname.endsWith('/') ? service.pathname : `${service.pathname}/`;
  return url.origin === service.origin && url.username === '' && url.pathname.startsWith(folder);
}

function readOwnSeed(path: string): string | null {
  const [, file = ''] = ownAvatar.exec(path) ?? [];
  try {
    return readAvatarSeed(decodeURIComponent(file));
  } catch {
    // What is no UTF-8 once decoded is refused there, too.
    return null;
  }
}

/** Letters that the forum draws for those who have no picture; ours are drawn here. */
const letters = 'letter_avatar';
/** Of a template, which stands for every size. */
const pictureSize = '144';

/**
 * What the forum gave as somebody's picture, if it may be shown here: at the forum's own address (FORUM_URL), which the
 * page's policy allows, or wherever else avatars may be. Null for anything else. Nothing is fetched.
 */
export function forumPicture(config: Config, given: unknown): string | null {
  if (typeof given !== 'string') return null;
  return isForumPicture(config, given) || isAllowedAvatar(config, given) ? given : null;
}

/** Compared in normal form, so that user info and backslashes cannot dress another address up as the forum's. */
export function isForumPicture({ forumUrl }: Config, avatar: string | null): boolean {
  if (forumUrl === null || avatar === null || !URL.canParse(avatar)) return false;
  const { href, origin, username } = new URL(avatar);
  return href === avatar && origin === new URL(forumUrl).origin && username === '';
}

/** The address that a `avatar_template` of the forum stands for; null for its letters. */
export function pictureOfTemplate({ forumUrl }: Config, template: string): string | null {
  if (forumUrl === null || template.includes(letters)) return null;
  const path = template.replace('{size}', pictureSize);
  return URL.canParse(path, forumUrl) ? new URL(path, forumUrl).href : null;
}
