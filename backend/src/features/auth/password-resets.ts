import { createHash } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { PasswordReset } from '@studio/contract/http/accounts';
import { Id } from '@studio/contract/http/text';
import * as z from 'zod/mini';
import { ApiError } from '../../common/errors/api-error.js';
import { Config } from '../../config/config.js';
import { Mailer } from '../../ports/mailer.js';
import type { Account } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { AuthService, passwordChanged } from './auth.service.js';
import { LoginLimits } from './login-limits.js';

/** The audience of a link's token, so that no other call accepts it. */
export const resetAudience = 'password-reset';
const validMinutes = 30;

/** The claims of a link's token. It has no session, so it cannot be used to sign in. */
const ResetClaims = z.object({ sub: Id, password: z.string() });
type ResetClaims = z.infer<typeof ResetClaims>;

/**
 * New passwords by email, for local accounts (specification: Session). A link contains a digest of the password hash
 * that it replaces, so it works once and only for that password. Nothing is stored (ADR 48).
 */
@Injectable()
export class PasswordResets implements BeforeApplicationShutdown {
  readonly #logger = new Logger('password-resets');
  readonly #sending = new Set<Promise<void>>();

  constructor(
    private readonly config: Config,
    private readonly users: UsersService,
    private readonly auth: AuthService,
    private readonly tokens: JwtService,
    private readonly limits: LoginLimits,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Sends the link after the response: neither the response nor its time may reveal whether an account exists.
   * @throws ApiError 403 where the studio sends no email, 429.
   */
  async request(email: string, address: string): Promise<void> {
    if (this.config.smtp === null)
      throw new ApiError(
        403,
        'forbidden',
        `This studio sends no email. Ask ${this.config.supportEmail} for a new password.`,
      );
    await this.limits.countPasswordReset({ email, address });
    const user = await this.users.findByEmail(email);
    if (!user?.passwordHash) return;
    const sending = this.#send(user, user.passwordHash)
      // Without the mail server's message, which may contain the address.
      .catch(({ code }: { code?: string }) =>
        this.#logger.error(`A link for a new password was not sent: ${code ?? 'unknown error'}.`),
      )
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Sets the new password and ends all sessions. @throws ApiError 400 where the link is invalid, expired or used. */
  async confirm({ token, newPassword }: PasswordReset, address: string): Promise<void> {
    const user = await this.#accountOf(token);
    if (!user) throw invalidLink();
    // First: where this or the change fails, the link still works.
    await this.limits.trust(user.id, { email: user.email, address });
    const ended = await this.auth.replacePassword(user, newPassword);
    if (!ended) throw invalidLink();
    this.auth.announceEnded(ended, passwordChanged);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#sending);
  }

  /** Sends nothing to the demo account, which is shared. */
  async #send(user: Account, passwordHash: string): Promise<void> {
    if (await this.users.isDemo(user)) return;
    const claims: ResetClaims = { sub: user.id, password: digestOf(passwordHash) };
    const token = await this.tokens.signAsync(claims, {
      audience: resetAudience,
      expiresIn: `${validMinutes}m`,
    });
    // In the fragment, which browsers do not send, so that it is in no log.
    const link = `${this.config.publicUrl}/reset-password#${token}`;
    await this.mailer.send({
      // The stored address, not the typed one: addresses that compare as equal may be different mailboxes.
      to: user.email,
      subject: 'Your new CodeStudio password',
      text: [
        `Hello ${user.username},`,
        `somebody asked for a new password for your account at ${this.config.publicUrl}. To choose one, open this link within ${validMinutes} minutes:`,
        link,
        'It works once, and signs you out everywhere. If you did not ask for this, ignore this message: your password stays as it is.',
      ].join('\n\n'),
    });
  }

  async #accountOf(token: string): Promise<Account | null> {
    const claims: unknown = await this.tokens
      .verifyAsync<object>(token, { audience: resetAudience })
      .catch(() => null);
    const parsed = ResetClaims.safeParse(claims);
    if (!parsed.success) return null;
    const user = await this.users.find(parsed.data.sub);
    return user?.passwordHash && digestOf(user.passwordHash) === parsed.data.password ? user : null;
  }
}

function invalidLink(): ApiError {
  return new ApiError(
    400,
    'invalid_reset_link',
    'This link has expired or has been used already. Ask for a new one.',
  );
}

/** Identifies a password hash. The hash's salt prevents testing passwords against the digest. */
export function digestOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}
