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
import { AuthService } from './auth.service.js';
import { LoginLimits } from './login-limits.js';

/** For whom a token of a link is meant: no other call takes it. */
export const resetAudience = 'password-reset';
const validMinutes = 30;

/** What the token of a link says. It has no session, so it signs nobody in. */
const ResetClaims = z.object({ sub: Id, password: z.string() });
type ResetClaims = z.infer<typeof ResetClaims>;

/**
 * New passwords by e-mail, for local accounts (specification: Session). A link names the password that it replaces, so
 * it is good once, and no longer than that password; nothing is stored for it (ADR 48).
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
   * Sends the link after it has answered: neither the answer nor its time may tell who has an account.
   * @throws ApiError 403 where the studio sends no e-mail, 429.
   */
  async request(email: string, address: string): Promise<void> {
    if (this.config.smtp === null)
      throw new ApiError(
        403,
        'forbidden',
        `This studio sends no e-mail. Ask ${this.config.supportEmail} for a new password.`,
      );
    await this.limits.countPasswordReset({ email, address });
    const user = await this.users.findByEmail(email);
    if (!user?.passwordHash) return;
    const sending = this.#send(user, user.passwordHash)
      // Without the server's own words, which may name the address.
      .catch(({ code }: { code?: string }) =>
        this.#logger.error(`A link for a new password was not sent: ${code ?? 'unknown error'}.`),
      )
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** @throws ApiError 400 where the link is not good, or not any more. */
  async confirm({ token, newPassword }: PasswordReset, address: string): Promise<void> {
    const user = await this.#accountOf(token);
    if (!user) throw invalidLink();
    // While sessions cannot be ended, this fails before anything is changed, and the link stays good.
    const endSessions = () => this.auth.endSessions(user.id, 'The password was changed.');
    await this.limits.trust(user.id, { email: user.email, address });
    await endSessions();
    if (!(await this.users.changePassword(user, newPassword))) throw invalidLink();
    // Those that began meanwhile with the former password.
    await endSessions();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async #send(user: Account, passwordHash: string): Promise<void> {
    const claims: ResetClaims = { sub: user.id, password: digestOf(passwordHash) };
    const token = await this.tokens.signAsync(claims, {
      audience: resetAudience,
      expiresIn: `${validMinutes}m`,
    });
    // Behind `#`, where it reaches no server and no log.
    const link = `${this.config.publicUrl}/reset-password#${token}`;
    await this.mailer.send({
      // Not as it was typed: what compares as equal may be another mailbox.
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

/** Tells one password's hash from another; its salt keeps anybody from trying passwords out. */
export function digestOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}
