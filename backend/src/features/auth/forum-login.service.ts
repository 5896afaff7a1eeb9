import { Injectable } from '@nestjs/common';
import type { SignIn } from '@studio/contract/http/auth';
import type { ForumHandOff } from '@studio/contract/http/forum';
import { durations } from '@studio/contract/limits';
import { ApiError } from '../../common/api-error.js';
import type { Caller } from '../../common/caller.js';
import { ForumAccountsService } from '../users/forum-accounts.service.js';
import { type UserRow, UsersService } from '../users/users.service.js';
import { AuthService } from './auth.service.js';
import { type ForumClaims, ForumTokens, type NamedByForum } from './forum-tokens.js';

/** The browser that brings a token: its mark, and who is signed in there, as far as there are any. */
interface Arrival {
  mark: string | null;
  caller: Caller | null;
}

/** Signing in by a token that the forum has signed (CONTRACT 5). */
@Injectable()
export class ForumLoginService {
  constructor(
    private readonly tokens: ForumTokens,
    private readonly accounts: ForumAccountsService,
    private readonly users: UsersService,
    private readonly auth: AuthService,
  ) {}

  /** A token of one use for `/discourse-auth`, signed with FORUM_SECRET. */
  tokenFor(person: NamedByForum, secret: string): Promise<string> {
    return this.tokens.issue(person, secret);
  }

  /**
   * The forum's account, made on its first visit, and brought up to date on every later one.
   * @throws ApiError 401 for a token that does not count, 403 without a forum, and `suspended` for whom the forum or a
   * moderator here keeps out; 409 with both names where the browser is signed in as somebody else and has not said that it
   * means to be no longer. The token is good for that then.
   */
  async login({ token, replaceSession }: ForumHandOff, { mark, caller }: Arrival): Promise<SignIn> {
    const claims = await this.tokens.read(token, mark);
    const { sub, email, username, avatar_url: avatar } = claims;
    const known = await this.accounts.find(sub);
    if (caller && caller.userId !== known?.id && replaceSession !== true)
      await this.#ask(caller, known?.username ?? username);
    await this.tokens.use(claims);
    if (known) assertWelcome(known, claims);
    const account = await this.accounts.findOrCreate({ forumId: sub, email, username, avatar });
    if (account.forum_suspended_at !== null)
      await this.accounts.endSuspension(account.id, new Date(issuedAt(claims)));
    return this.auth.signIn(account);
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

/**
 * A forum hands nobody over whom it has suspended or destroyed: a token made later than that shows that a suspension is
 * over. One that does not tell when it was made counts as made as early as it can have been.
 */
function assertWelcome({ forum_destroyed_at, forum_suspended_at }: UserRow, claims: ForumClaims): void {
  if (forum_destroyed_at !== null)
    throw keptOut('Your forum account was deleted, and your account here with it.');
  if (forum_suspended_at !== null && issuedAt(claims) <= new Date(forum_suspended_at).getTime())
    throw keptOut('Your forum account is suspended.');
}

/** In milliseconds. */
function issuedAt({ iat, exp }: ForumClaims): number {
  return iat === undefined ? exp * 1_000 - durations.forumToken : iat * 1_000;
}

function keptOut(why: string): ApiError {
  return new ApiError(403, 'suspended', why);
}
