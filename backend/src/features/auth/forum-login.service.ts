import { Injectable } from '@nestjs/common';
import type { SignIn } from '@studio/contract/http/auth';
import { durations } from '@studio/contract/limits';
import { ApiError } from '../../common/api-error.js';
import { ForumAccountsService } from '../users/forum-accounts.service.js';
import type { UserRow } from '../users/users.service.js';
import { AuthService } from './auth.service.js';
import { type ForumClaims, ForumTokens, type NamedByForum } from './forum-tokens.js';

/** Signing in by a token that the forum has signed (CONTRACT 5). */
@Injectable()
export class ForumLoginService {
  constructor(
    private readonly tokens: ForumTokens,
    private readonly accounts: ForumAccountsService,
    private readonly auth: AuthService,
  ) {}

  /** A token of one use for `/discourse-auth`, signed with FORUM_SECRET. */
  tokenFor(person: NamedByForum, secret: string): Promise<string> {
    return this.tokens.issue(person, secret);
  }

  /**
   * The forum's account, made on its first visit, and brought up to date on every later one.
   * @throws ApiError 401 for a token that does not count, 403 without a forum, and `suspended` for whom the forum or a
   * moderator here keeps out.
   */
  async login(token: string): Promise<SignIn> {
    const claims = await this.tokens.redeem(token);
    const { sub, email, username, avatar_url: avatar } = claims;
    const known = await this.accounts.find(sub);
    if (known) assertWelcome(known, claims);
    const account = await this.accounts.findOrCreate({ forumId: sub, email, username, avatar });
    if (account.forum_suspended_at !== null)
      await this.accounts.endSuspension(account.id, new Date(issuedAt(claims)));
    return this.auth.signIn(account);
  }
}

/**
 * A forum hands nobody over whom it has suspended or destroyed: a token made later than that shows that a suspension is
 * over. One that does not tell when it was made counts as made as early as it can have been.
 */
function assertWelcome({ forum_destroyed_at, forum_suspended_at }: UserRow, claims: ForumClaims): void {
  if (forum_destroyed_at !== null)
    throw keptOut('Your account in the forum is gone, and with it the one here.');
  if (forum_suspended_at !== null && issuedAt(claims) <= new Date(forum_suspended_at).getTime())
    throw keptOut('Your account is suspended in the forum.');
}

/** In milliseconds. */
function issuedAt({ iat, exp }: ForumClaims): number {
  return iat === undefined ? exp * 1_000 - durations.forumToken : iat * 1_000;
}

function keptOut(why: string): ApiError {
  return new ApiError(403, 'suspended', why);
}
