import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { durations } from '@studio/contract/durations';
import type { SignIn } from '@studio/contract/http/auth';
import { ForumEmail, type ForumHandOff, ForumId } from '@studio/contract/http/forum';
import { text } from '@studio/contract/http/text';
import * as z from 'zod/mini';
import { ApiError } from '../../common/errors/api-error.js';
import { hashOfBrowserId } from '../../common/http/browser-cookie.js';
import type { Caller } from '../../common/http/caller.js';
import { newId } from '../../common/ids.js';
import { Config } from '../../config/config.js';
import { groupsThatCount } from '../../config/publishing-by-group.js';
import { Database } from '../../database/database.js';
import { UsedTokens } from '../../ports/used-tokens.js';
import { ForumAccountsService } from '../users/forum-accounts.service.js';
import type { Account } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { AuthService } from './auth.service.js';
import { RestoredAccounts } from './restored-accounts.js';

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
const clockSkewMs = 60_000;

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

/** The browser that sends a token: its id, and the account that is signed in there; each null if there is none. */
interface Arrival {
  browserId: string | null;
  caller: Caller | null;
}

/** Signs people in by a token that the forum has signed (specification: Forum sign-in). */
@Injectable()
export class ForumLoginService {
  constructor(
    private readonly config: Config,
    private readonly tokens: ForumTokens,
    private readonly accounts: ForumAccountsService,
    private readonly users: UsersService,
    private readonly auth: AuthService,
    private readonly restored: RestoredAccounts,
  ) {}

  /** A token of one use for `/discourse-auth`, signed with FORUM_SECRET. */
  tokenFor(person: NamedByForum, secret: string): Promise<string> {
    return this.tokens.issue(person, secret);
  }

  /**
   * Signs in the person's account, which is created on the first visit and updated on later ones. Ends the session of
   * another account that it replaces. @throws ApiError 401 for an invalid token; 403 without a forum, or `suspended` for an account
   * that is suspended or deleted; 409 with both names if the browser is signed in as somebody else and
   * `replaceSession` is not set. After 409 the token can still be used.
   */
  async login({ token, replaceSession }: ForumHandOff, { browserId, caller }: Arrival): Promise<SignIn> {
    const claims = await this.tokens.read(token, browserId);
    const { sub, email, username, avatar_url: avatar } = claims;
    const known = await this.accounts.find(sub);
    if (caller && caller.userId !== known?.id && replaceSession !== true)
      await this.#ask(caller, known?.username ?? username);
    await this.tokens.use(claims);
    if (known) await this.#assertWelcome(known, claims);
    const groups = groupsThatCount(claims, this.config.publishingByGroup);
    const account = await this.accounts.findOrCreate({ forumId: sub, email, username, avatar, groups });
    if (account.forumSuspendedAt) await this.accounts.endSuspension(account.id, new Date(issuedAt(claims)));
    const signIn = await this.auth.signIn(account);
    if (caller && caller.userId !== account.id) await this.auth.logout(caller);
    return signIn;
  }

  /**
   * The forum signs in nobody who is suspended or deleted, so a token that is newer than that proves that it is over. A
   * token without `iat` counts as made at the earliest possible time. Where a deletion is undone, the forum's clock may
   * be ahead: what it deleted would come back by a token from before.
   */
  async #assertWelcome(known: Account, claims: ForumClaims): Promise<void> {
    if (
      known.forumDestroyedAt &&
      !(await this.restored.restore(known, new Date(issuedAt(claims) - clockSkewMs)))
    )
      throw suspended('Your forum account was deleted, and your account here with it.');
    if (known.forumSuspendedAt && issuedAt(claims) <= known.forumSuspendedAt.getTime())
      throw suspended('Your forum account is suspended.');
  }

  async #ask({ userId }: Caller, arriving: string): Promise<never> {
    const current = (await this.users.find(userId))?.username ?? '';
    throw new ApiError(
      409,
      'signed_in_as_other',
      `This browser is signed in as ${current}. The link signs in ${arriving}.`,
      { body: { current, arriving } },
    );
  }
}

/** In milliseconds since the epoch. */
function issuedAt({ iat, exp }: ForumClaims): number {
  return iat === undefined ? exp * 1_000 - durations.forumToken : iat * 1_000;
}

function suspended(why: string): ApiError {
  return new ApiError(403, 'suspended', why);
}
