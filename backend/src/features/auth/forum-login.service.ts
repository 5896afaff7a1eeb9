import { Injectable } from '@nestjs/common';
import type { SignIn } from '@studio/contract/http/auth';
import { ForumAccountsService } from '../users/forum-accounts.service.js';
import { AuthService } from './auth.service.js';
import { ForumTokens, type NamedByForum } from './forum-tokens.js';

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

  /** The forum's account, made on its first visit. @throws ApiError 401 for a token that does not count, 403 without a forum. */
  async login(token: string): Promise<SignIn> {
    const { sub, email, username, avatar_url } = await this.tokens.redeem(token);
    return this.auth.signIn(
      await this.accounts.findOrCreate({ forumId: sub, email, username, avatar: avatar_url }),
    );
  }
}
