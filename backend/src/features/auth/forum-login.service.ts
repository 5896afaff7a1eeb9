import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { SignIn } from '@studio/contract/http/auth';
import type { ForumHandOff } from '@studio/contract/http/forum';
import { ApiError } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { Config } from '../../config/config.js';
import { groupsThatCount } from '../../config/publishing-by-group.js';
import { ForumAccountsService } from '../users/forum-accounts.service.js';
import type { Account } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { AuthService } from './auth.service.js';
import { clockSkewMs, type ForumClaims, ForumTokens, type NamedByForum } from './forum-tokens.js';
import { RestoredAccounts } from './restored-accounts.js';

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
   * another account that it replaces.
   * @throws ApiError 401 for an invalid token; 403 without a forum, or `suspended` for an account that is suspended or
   * deleted; 409 with both names if the browser is signed in as somebody else and `replaceSession` is not set. After
   * 409 the token can still be used.
   */
  async login({ token, replaceSession }: ForumHandOff, { browserId, caller }: Arrival): Promise<SignIn> {
    const claims = await this.tokens.read(token, browserId);
    const { sub, email, username, avatar_url: avatar } = claims;
    const known = await this.accounts.find(sub);
    if (caller && caller.userId !== known?.id && replaceSession !== true)
      await this.#refuseOtherAccount(caller, known?.username ?? username);
    await this.tokens.use(claims);
    if (known) await this.#assertNotBanned(known, claims);
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
  async #assertNotBanned(known: Account, claims: ForumClaims): Promise<void> {
    if (
      known.forumDestroyedAt &&
      !(await this.restored.restore(known, new Date(issuedAt(claims) - clockSkewMs)))
    )
      throw suspended('Your forum account was deleted, and your account here with it.');
    if (known.forumSuspendedAt && issuedAt(claims) <= known.forumSuspendedAt.getTime())
      throw suspended('Your forum account is suspended.');
  }

  async #refuseOtherAccount({ userId }: Caller, arriving: string): Promise<never> {
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
