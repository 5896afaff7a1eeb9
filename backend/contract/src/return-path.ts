/** A placeholder for the studio's origin: only paths matter. */
const anywhere = 'http://studio.invalid';

/** Paths that are no destination after signing in: the sign-in pages themselves, and those that are no page of the app. */
const closed = /^\/(?:(?:login|discourse-auth|api|socket\.io|embed)(?:\/|$)|s\/[^/]+\/embed\/?$)/i;

/**
 * Where to go after signing in (specification: Forum sign-in): a normalized path of this studio with query and hash.
 * Null for everything that a browser could read as another site (`//evil`, `/\evil`, `/..//evil`, a full address), for
 * text with control characters, which browsers drop, and for anything that is not text.
 */
export function returnPath(given: unknown): string | null {
  if (typeof given !== 'string' || !given.startsWith('/') || /[\\\p{Cc}]/u.test(given)) return null;
  if (!URL.canParse(given, anywhere)) return null;
  const { origin, pathname, search, hash } = new URL(given, anywhere);
  if (origin !== anywhere || pathname.startsWith('//') || closed.test(pathname)) return null;
  return pathname + search + hash;
}
