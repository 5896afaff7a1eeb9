import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { durations } from '@studio/contract/durations';
import { type DiscourseResponse, ForumEmail, type ForumError } from '@studio/contract/http/forum';
import { text } from '@studio/contract/http/text';
import { limits } from '@studio/contract/limits';
import { returnPath } from '@studio/contract/return-path';
import * as z from 'zod/mini';
import { hashOfBrowserId } from '../../common/http/browser-cookie.js';
import { newId } from '../../common/ids.js';
import { Config } from '../../config/config.js';
import { groupsThatCount } from '../../config/publishing-by-group.js';
import { Database } from '../../database/database.js';
import { UsedTokens } from '../../ports/used-tokens.js';
import { ForumLoginService } from '../auth/forum-login.service.js';
import { openPayload, signPayload } from './forum-signature.guard.js';

/** The nonce is signed with the key of the session tokens; the audience distinguishes the two. */
const audience = 'forum sign-in';

/** What the nonce of a sign-in contains. The studio writes it, and the forum sends it back. */
const Nonce = z.object({
  /** Hash of the id of the browser that began the sign-in. */
  browser: z.string(),
  next: z.nullable(z.string()),
  exp: z.int(),
  jti: z.string(),
});
type Nonce = z.infer<typeof Nonce>;

/** The person that the forum names, in DiscourseConnect's fields. A response that only echoes our request lacks them. */
const Person = z.object({
  external_id: text(100, 1),
  email: ForumEmail,
  username: text(200, 1),
  avatar_url: z.optional(text(limits.urlLength)),
  /** Separated by commas. */
  groups: z._default(z.string(), ''),
  admin: z.optional(z.string()),
  moderator: z.optional(z.string()),
});

/** How a sign-in ended. `next` is null where it is unknown. */
export type SignInOutcome = { next: string | null } & ({ token: string } | { error: ForumError });

/** Sign-in through an unmodified Discourse as DiscourseConnect Provider (specification: Forum sign-in). */
@Injectable()
export class DiscourseConnect {
  constructor(
    private readonly config: Config,
    private readonly tokens: JwtService,
    private readonly database: Database,
    private readonly used: UsedTokens,
    private readonly login: ForumLoginService,
  ) {}

  /** The address at which the forum identifies the person in this browser; null where no forum is set up. */
  async signInAddress(browserId: string, next: string): Promise<string | null> {
    const { forumUrl, forumSecret, publicUrl } = this.config;
    if (forumUrl === null || forumSecret === null) return null;
    const exp = Math.floor(((await this.database.now()).getTime() + durations.forumToken) / 1_000);
    const claims: Nonce = { browser: hashOfBrowserId(browserId), next: returnPath(next), exp, jti: newId() };
    const nonce = await this.tokens.signAsync(claims, { audience });
    const return_sso_url = `${publicUrl}/api/auth/discourse/callback`;
    const { sso, sig } = signPayload({ nonce, return_sso_url }, forumSecret);
    return `${forumUrl}/session/sso_provider?${new URLSearchParams({ sso, sig }).toString()}`;
  }

  /** Accepts the forum's response once, in the browser that began. @returns a token for /discourse-auth, or an error. */
  async accept(given: DiscourseResponse, browserId: string | null): Promise<SignInOutcome> {
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
    // Discourse sends `failed` without a person. A response that also names one is refused
    // (specification: Forum sign-in).
    if (fields.getAll('failed').includes('true')) return { error: 'incomplete_answer', next };
    const person = Person.safeParse(Object.fromEntries(fields));
    if (!person.success) return { error: 'incomplete_answer', next };
    if (!(await this.used.markUsed(`forum sign-in ${nonce.jti}`, new Date(ends))))
      return { error: 'unknown_request', next };
    const { external_id: sub, groups, admin, moderator, ...rest } = person.data;
    const counting = groupsThatCount({ groups, admin, moderator }, this.config.publishingByGroup);
    // A response may be as old as the question: it must not end a suspension that began in between.
    const iat = nonce.exp - durations.forumToken / 1_000;
    const named = { sub, ...rest, ...(counting && { groups: counting }), browser: nonce.browser, iat };
    return { token: await this.login.tokenFor(named, forumSecret), next };
  }

  /** Reads a nonce that the studio has signed, even an expired one; null for anything else. */
  async #read(nonce: string): Promise<Nonce | null> {
    const claims: unknown = await this.tokens
      .verifyAsync<object>(nonce, { audience, ignoreExpiration: true })
      .catch(() => null);
    return Nonce.safeParse(claims).data ?? null;
  }
}
