import { createHash, randomBytes } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../../config/config.js';

/*
 * The cookie identifies a browser while it signs in, so that a response of the forum can be used only in the browser
 * that asked for it. `lax`, because the browser returns from the forum by a link. The cookie outlives one sign-in, so
 * that two tabs can sign in at once. Its path covers all calls of a sign-in: to the forum, back, and the one that makes
 * a session.
 */

/** With https the prefix `__Host-`, which requires the path `/`, keeps pages of neighbouring hosts from setting it. */
function cookieOf({ publicUrl }: Config): { name: string; options: CookieOptions } {
  const secure = publicUrl.startsWith('https:');
  return {
    name: secure ? '__Host-forum-sign-in' : 'forum-sign-in',
    options: {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path: secure ? '/' : '/api/auth',
      maxAge: durations.forumToken,
    },
  };
}

/** The Cookie header of a request. */
export const Cookies = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().headers.cookie ?? '',
);

/** The id in this browser's cookie, or null. */
export function browserIdOf(config: Config, cookies: string): string | null {
  const { name } = cookieOf(config);
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null;
}

/** Sets the cookie for another ten minutes, with the browser's id or a new one. @returns the id. */
export function setBrowserId(config: Config, cookies: string, response: Response): string {
  const browserId = browserIdOf(config, cookies) ?? randomBytes(24).toString('base64url');
  const { name, options } = cookieOf(config);
  response.cookie(name, browserId, options);
  return browserId;
}

/** The hash by which a token names its browser. The id is long and random, so the hash needs no key. */
export function hashOfBrowserId(browserId: string): string {
  return createHash('sha256').update(browserId).digest('base64url');
}
