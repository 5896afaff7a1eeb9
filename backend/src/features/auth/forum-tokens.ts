import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { durations } from '@studio/contract/durations';
import { ForumEmail, ForumId } from '@studio/contract/http/forum';
import { text } from '@studio/contract/http/text';
import * as z from 'zod/mini';
import { ApiError } from '../../common/errors/api-error.js';
import { hashOfBrowserId } from '../../common/http/browser-cookie.js';
import { newId } from '../../common/ids.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { UsedTokens } from '../../ports/used-tokens.js';

/** The claims of a forum token (specification: Forum sign-in). `admin` never makes anybody an admin here. */
const ForumClaims = z.object({
  sub: ForumId,
  email: ForumEmail,
  username: text(200, 1),
  avatar_url: z.optional(z.unknown()),
  groups: z.optional(z.unknown()),
  admin: z.optional(z.unknown()),
  moderator: z.optional(z.unknown()),
  /** Only in tokens that the studio has issued: hash of the id of the browser that may use it. */
  browser: z.optional(z.string()),
  iat: z.optional(z.int()),
  exp: z.int(),
  jti: text(200, 1),
});
export type ForumClaims = z.infer<typeof ForumClaims>;

/**
 * A person whom the forum has named by DiscourseConnect, the browser's hashed id, and when the forum was asked, in
 * seconds.
 */
export type NamedByForum = Pick<ForumClaims, 'sub' | 'email' | 'username' | 'avatar_url'> & {
  groups?: string[];
  browser: string;
  iat: number;
};

/** How far the forum's clock may be ahead: `iat` is compared with the time of a suspension here. */
export const clockSkewMs = 60_000;

/** Short, because the page posts the token as soon as it is loaded. */
const issuedForSeconds = 120;

/** Issues and checks the tokens that hand people over from the forum (specification: Forum sign-in). */
@Injectable()
export class ForumTokens {
  constructor(
    private readonly config: Config,
    private readonly tokens: JwtService,
    private readonly used: UsedTokens,
    private readonly database: Database,
  ) {}

  /** A token in the forum's own format, but bound to one browser. Valid for two minutes. */
  async issue(person: NamedByForum, secret: string): Promise<string> {
    const now = Math.floor((await this.database.now()).getTime() / 1_000);
    const claims = { ...person, aud: 'studio', exp: now + issuedForSeconds, jti: newId() };
    return this.tokens.signAsync(claims, { secret });
  }

  /**
   * Checks a token without using it up.
   * @param browserId of the browser that sends it.
   * @throws ApiError 403 where no forum is set up; 401 for a token that is not the forum's, was issued later than now,
   * expires in more than 10 minutes, has expired, is incomplete, or was made for another browser.
   */
  async read(token: string, browserId: string | null): Promise<ForumClaims> {
    if (this.config.forumSecret === null)
      throw new ApiError(403, 'forum_not_configured', 'This studio is not connected to a forum.');
    const now = (await this.database.now()).getTime();
    const claims = ForumClaims.safeParse(await this.#verify(token, this.config.forumSecret, now));
    if (!claims.success) throw refused('is not valid');
    const { exp, iat = 0, browser } = claims.data;
    if (iat * 1_000 - now > clockSkewMs)
      throw refused('was issued in the future: the clock of the forum or the studio is wrong');
    if (exp * 1_000 - now > durations.forumToken) throw refused('is valid for too long');
    if (browser !== undefined && (browserId === null || browser !== hashOfBrowserId(browserId)))
      throw refused('was made for another browser');
    return claims.data;
  }

  /** Marks a token as used. @throws ApiError 401 where it was used before. */
  async use({ jti, exp }: ForumClaims): Promise<void> {
    if (!(await this.used.markUsed(`forum ${jti}`, new Date(exp * 1_000))))
      throw refused('has been used before');
  }

  /**
   * By the database's clock: a replica with a slow clock would accept an expired token, whose use is no longer
   * stored.
   */
  #verify(token: string, secret: string, now: number): Promise<unknown> {
    const clockTimestamp = Math.floor(now / 1_000);
    return this.tokens
      .verifyAsync<object>(token, { secret, algorithms: ['HS256'], audience: 'studio', clockTimestamp })
      .catch((error: unknown) => {
        throw refused(
          error instanceof Error && error.name === 'TokenExpiredError' ? 'has expired' : 'is not valid',
        );
      });
  }
}

function refused(why: string): ApiError {
  return new ApiError(
    401,
    'invalid_forum_token',
    `The forum's sign-in token ${why}. Start again from the forum.`,
  );
}
