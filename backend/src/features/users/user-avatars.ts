import { avatarStyles } from '@studio/contract/http/accounts';
import type { Config } from '../../config/config.js';

const ownAvatar = new RegExp(`^/avatars/(?:${avatarStyles.join('|')})/([\\w%.~-]+)$`);
/** In UTF-16 units, decoded. */
const maxSeedLength = 128;

/** A new account's avatar as stored: its initials, drawn by the studio. */
export function defaultAvatar(username: string): string {
  return `/avatars/initials/${encodeURIComponent(username)}.svg`;
}

/** The stored form of an allowed address: the studio's own avatars without their origin, as ASSETS_URL may change. */
export function storedAvatar({ assetsUrl }: Config, avatar: string): string {
  return avatar.startsWith(`${assetsUrl}/`) ? avatar.slice(assetsUrl.length) : avatar;
}

/** The address of a stored avatar. */
export function presentAvatar({ assetsUrl }: Config, stored: string | null): string | null {
  return stored?.startsWith('/') ? `${assetsUrl}${stored}` : stored;
}

/** The seed that the studio draws an avatar from, from the decoded name of its file; null for an invalid name. */
export function readAvatarSeed(file: string): string | null {
  const [, seed = ''] = /^(.+)\.svg$/.exec(file) ?? [];
  return seed === '' || seed.length > maxSeedLength ? null : seed;
}

/**
 * Whether an address has one of the studio's own styles, or is below AVATAR_URL (specification: Avatars). Nothing is
 * fetched.
 */
export function isAllowedAvatar(config: Config, avatar: string): boolean {
  if (!URL.canParse(avatar)) return false;
  const url = new URL(avatar);
  // Compared in normal form, so that `..`, backslashes and user info cannot make another address look like ours.
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
    // The route refuses a name that does not decode to UTF-8, too.
    return null;
  }
}

/**
 * Part of the address of letters that the forum draws for members without a picture; the studio draws its own
 * initials.
 */
const letters = 'letter_avatar';
/** Replaces `{size}` in a template, in pixels. */
const pictureSize = '144';

/**
 * The forum's picture of a person, as stored, if it may be shown here: at the forum's own origin (FORUM_URL), which the page's
 * policy allows, or at any other allowed avatar address. Null for anything else. Nothing is fetched.
 */
export function forumPicture(config: Config, given: unknown): string | null {
  if (typeof given !== 'string') return null;
  if (isForumPicture(config, given)) return given;
  return isAllowedAvatar(config, given) ? storedAvatar(config, given) : null;
}

/** Compared in normal form, so that user info and backslashes cannot make another address look like the forum's. */
function isForumPicture({ forumUrl }: Config, avatar: string): boolean {
  if (forumUrl === null || !URL.canParse(avatar)) return false;
  const { href, origin, username } = new URL(avatar);
  return href === avatar && origin === new URL(forumUrl).origin && username === '';
}

/** The address of a picture, from the forum's `avatar_template`; null for the forum's letters. */
export function pictureOfTemplate({ forumUrl }: Config, template: string): string | null {
  if (forumUrl === null || template.includes(letters)) return null;
  const path = template.replace('{size}', pictureSize);
  return URL.canParse(path, forumUrl) ? new URL(path, forumUrl).href : null;
}
