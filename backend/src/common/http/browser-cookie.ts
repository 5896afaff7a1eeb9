import { createHash, randomBytes } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../../config/config.js';

/*
 * Tells browsers apart while they sign in, so that nobody can be signed in by an answer that was meant for another's
 * browser. Lax: the browser comes back from the forum by a link. It outlives one sign-in, so that two tabs may be at it.
 * Its path holds all calls of a sign-in: to the forum, back from it, and the one that makes a session.
 */

/** Behind https no page of a neighbouring host can set it (`__Host-`), which takes the whole host as its path. */
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

/** What this browser was marked with, or null. */
export function browserIdOf(config: Config, cookies: string): string | null {
  const { name } = cookieOf(config);
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null;
}

/** Marks the browser for another ten minutes. @returns its mark. */
export function setBrowserId(config: Config, cookies: string, response: Response): string {
  const browserId = browserIdOf(config, cookies) ?? randomBytes(24).toString('base64url');
  const { name, options } = cookieOf(config);
  response.cookie(name, browserId, options);
  return browserId;
}

/** What a token says of the browser that it was made for. The mark is random and long, so no key is needed. */
export function hashOfBrowserId(browserId: string): string {
  return createHash('sha256').update(browserId).digest('base64url');
}
