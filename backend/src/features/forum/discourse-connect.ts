import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { durations } from '@studio/contract/durations';
import type { DiscourseAnswer, ForumError } from '@studio/contract/http/forum';
import { text } from '@studio/contract/http/text';
import { limits } from '@studio/contract/limits';
import { returnPath } from '@studio/contract/return-path';
import * as z from 'zod/mini';
import { hashOfBrowserId } from '../../common/http/browser-cookie.js';
import { newId } from '../../common/ids.js';
import { Config } from '../../config/config.js';
import { groupsThatCount } from '../../config/publishing-by-group.js';
import { Database } from '../../database/database.js';
import { UsedTokens } from '../../ports/sessions.js';
import { ForumLoginService } from '../auth/forum-login.service.js';
import { openPayload, signPayload } from './forum-signature.guard.js';

/** Signed with the studio's own key; the audience keeps it apart from sessions. */
const audience = 'forum sign-in';

/** What the studio says to itself, by way of the forum, as the nonce of a sign-in. */
const Nonce = z.object({
  /** Hash of the mark of the browser that began. */
  browser: z.string(),
  next: z.nullable(z.string()),
  exp: z.int(),
  jti: z.string(),
});
type Nonce = z.infer<typeof Nonce>;

/** Whom the forum names, in DiscourseConnect's own fields. A mere echo of our question names nobody. */
const Person = z.object({
  external_id: text(100, 1),
  email: z.email().check(z.maxLength(limits.emailLength)),
  username: text(200, 1),
  avatar_url: z.optional(text(limits.urlLength)),
  /** Separated by commas. */
  groups: z._default(z.string(), ''),
  admin: z.optional(z.string()),
  moderator: z.optional(z.string()),
});

/** How a sign-in ended; `next` as far as it is known. */
export type SignInOutcome = { next: string | null } & ({ token: string } | { error: ForumError });

/** Signing in by asking a stock Discourse who somebody is: DiscourseConnect Provider (specification: Forum sign-in). */
@Injectable()
export class DiscourseConnect {
  constructor(
    private readonly config: Config,
    private readonly tokens: JwtService,
    private readonly database: Database,
    private readonly used: UsedTokens,
    private readonly login: ForumLoginService,
  ) {}

  /** The address that asks the forum who uses the browser with this mark; null where no forum is set up. */
  async question(browserId: string, next: string): Promise<string | null> {
    const { forumUrl, forumSecret, publicUrl } = this.config;
    if (forumUrl === null || forumSecret === null) return null;
    const exp = Math.floor(((await this.database.now()).getTime() + durations.forumToken) / 1_000);
    const said: Nonce = { browser: hashOfBrowserId(browserId), next: returnPath(next), exp, jti: newId() };
    const nonce = await this.tokens.signAsync(said, { audience });
    const return_sso_url = `${publicUrl}/api/auth/discourse/callback`;
    const { sso, sig } = signPayload({ nonce, return_sso_url }, forumSecret);
    return `${forumUrl}/session/sso_provider?${new URLSearchParams({ sso, sig }).toString()}`;
  }

  /** Takes the forum's answer, once, in the browser that began: a token for /discourse-auth, or what is wrong. */
  async answer(given: DiscourseAnswer, browserId: string | null): Promise<SignInOutcome> {
    const { forumUrl, forumSecret } = this.config;
    if (forumUrl === null || forumSecret === null) return { error: 'not_configured', next: null };
    const fields = openPayload(given, forumSecret);
    if (fields === null) return { error: 'invalid_signature', next: null };
    const nonce = await this.#read(fields.get('nonce') ?? '');
    if (nonce === null) return { error: 'unknown_request', next: null };
    const { next } = nonce;
    const ends = nonce.exp * 1_000;
    if (ends <= (await this.database.now()).getTime()) return { error: 'expired', next };
    if (browserId === null || nonce.browser !== hashOfBrowserId(browserId))
      return { error: 'unknown_request', next };
    // Discourse says so of nobody in particular; an answer that names somebody all the same counts no more (specification: Forum sign-in).
    if (fields.getAll('failed').includes('true')) return { error: 'incomplete_answer', next };
    const person = Person.safeParse(Object.fromEntries(fields));
    if (!person.success) return { error: 'incomplete_answer', next };
    if (!(await this.used.markUsed(`forum sign-in ${nonce.jti}`, new Date(ends))))
      return { error: 'unknown_request', next };
    const { external_id: sub, groups, admin, moderator, ...rest } = person.data;
    const counting = groupsThatCount({ groups, admin, moderator }, this.config.publishingByGroup);
    const named = { sub, ...rest, ...(counting && { groups: counting }), browser: nonce.browser };
    return { token: await this.login.tokenFor(named, forumSecret), next };
  }

  /** What the studio has said to itself, whether or not its time is over; null for anything else. */
  async #read(nonce: string): Promise<Nonce | null> {
    const said: unknown = await this.tokens
      .verifyAsync<object>(nonce, { audience, ignoreExpiration: true })
      .catch(() => null);
    return Nonce.safeParse(said).data ?? null;
  }
}
