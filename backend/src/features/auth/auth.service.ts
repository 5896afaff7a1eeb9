import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { PasswordChange, Registration } from '@studio/contract/http/accounts';
import type { Credentials, SignIn, User } from '@studio/contract/http/auth';
import { Id } from '@studio/contract/http/text';
import * as z from 'zod/mini';
import { EventPublisher } from '../../common/domain-events.js';
import { ApiError, unauthorized } from '../../common/errors/api-error.js';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { type Caller, networkOf } from '../../common/http/caller.js';
import { Config, demoAccount } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { SessionStore } from '../../ports/sessions.js';
import type { Account } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { KnownNetworks } from './known-networks.js';
import { LoginLimits } from './login-limits.js';

/** How many expired sessions are announced per batch. */
const expiredBatch = 500;

/** Why sessions end with a new password. */
export const passwordChanged = 'The password was changed.';

/** How many sessions an account keeps, the most recently used ones, and how many the demo account, which all share. */
export const maxSessions = 100;
export const maxDemoSessions = 10_000;

/** Signing in and out; sessions behind tokens. */
@Injectable()
export class AuthService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionStore,
    private readonly tokens: JwtService,
    private readonly limits: LoginLimits,
    private readonly networks: KnownNetworks,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Creates an account and signs it in.
   * @throws ApiError 403 when registration is closed, 409 for a taken name or email, 429.
   */
  async register(registration: Registration, address: string): Promise<SignIn> {
    if (!this.config.registrationOpen)
      throw new ApiError(403, 'registration_closed', 'Registration is closed.');
    await this.limits.countRegistration(address);
    const user = await this.users.create(registration);
    await this.networks.remember(user.id, networkOf(address));
    return this.signIn(user);
  }

  /**
   * @throws ApiError 401 for wrong credentials (also, as slowly, for an unknown account) and for the demo account while
   * it is switched off, 429.
   */
  async login({ email, password }: Credentials, address: string): Promise<SignIn> {
    const user = await this.limits.checkPassword({ email, address }, async () => {
      const found = await this.users.findByEmail(email);
      if (!(await this.users.isPassword(found, password)) || !found) return null;
      return this.config.demoAccount || !(await this.users.isDemo(found)) ? found : null;
    });
    if (!user) throw invalidCredentials();
    return this.signIn(user);
  }

  /**
   * Creates a session for an authenticated account.
   * @throws ApiError 403 `suspended`, with the reason; 401 where the account has changed and may no longer sign in.
   */
  async signIn(user: Account): Promise<SignIn> {
    assertNotSuspended(user);
    const isDemo = await this.users.isDemo(user);
    const { id, replaced } = await this.sessions.create(user.id, isDemo ? maxDemoSessions : maxSessions);
    this.announceEnded(replaced, 'This account has signed in too many times since then.');
    await this.#confirm(user, id);
    const claims: TokenClaims = { sub: user.id, sid: id };
    return { access_token: await this.tokens.signAsync(claims), user: this.users.present(user) };
  }

  /** The caller's account. Extends the session. */
  async me(caller: Caller): Promise<User> {
    await this.sessions.extend(caller.sessionId);
    const user = await this.users.find(caller.userId);
    if (!user) throw unauthorized();
    return this.users.present(user);
  }

  async logout(caller: Caller): Promise<void> {
    await this.sessions.revoke(caller.sessionId);
    this.events.publish('session.revoked', { sessionId: caller.sessionId, reason: 'Signed out.' });
  }

  /**
   * Ends all other sessions. @throws ApiError 400 when the current password is wrong, 403 where there is none or it
   * is the demo account's, 429.
   */
  async changePassword(caller: Caller, change: PasswordChange, address: string): Promise<void> {
    const user = await this.users.find(caller.userId);
    if (!user) throw unauthorized();
    if (!user.passwordHash)
      throw new ApiError(403, 'forbidden', 'This account has no password. It signs in through the forum.');
    if (await this.users.isDemo(user))
      throw new ApiError(403, 'forbidden', 'The demo account is shared, so its password cannot be changed.');
    const attempt = { email: user.email, address };
    const owner = await this.limits.checkPassword(attempt, async () =>
      (await this.users.isPassword(user, change.currentPassword)) ? user : null,
    );
    if (!owner) throw wrongPassword();
    const ended = await this.replacePassword(user, change.newPassword, caller.sessionId);
    if (!ended) throw wrongPassword();
    this.announceEnded(ended, passwordChanged);
  }

  /**
   * Sets a new password and ends all sessions but `keptId`, in one transaction: where the sessions cannot be ended, the
   * password stays as it was. @returns the ended sessions; null where the password was changed since the account was
   * read.
   */
  replacePassword(user: Account, password: string, keptId = ''): Promise<string[] | null> {
    return this.database.transaction(async () => {
      if (!(await this.users.changePassword(user, password))) return null;
      return this.sessions.revokeOthers(user.id, keptId);
    });
  }

  /**
   * Ends all sessions of an account and disconnects their sockets; in a transaction, once that is committed: until then
   * a socket could connect again.
   */
  async endSessions(userId: string, reason: string): Promise<void> {
    const ended = await this.sessions.revokeOthers(userId, '');
    this.database.afterCommit(() => this.announceEnded(ended, reason));
  }

  /** Disconnects the sockets of ended sessions. */
  announceEnded(sessionIds: string[], reason: string): void {
    for (const sessionId of sessionIds) this.events.publish('session.revoked', { sessionId, reason });
  }

  /**
   * Ends the sessions of a demo account that an earlier start has made and that is switched off now. A job, so that a
   * studio starts without its session store and does this later.
   */
  @HousekeepingJob({ name: 'disabled-demo-account', cron: '18,48 * * * *', atStart: true })
  async endDisabledDemo(): Promise<void> {
    if (this.config.demoAccount) return;
    const account = await this.users.findByEmail(demoAccount.email);
    if (account && (await this.users.isDemo(account)))
      await this.endSessions(account.id, 'The demo account is switched off.');
  }

  /** Deletes expired sessions, and disconnects their sockets. */
  @HousekeepingJob({ name: 'expired-sessions', cron: '23,53 * * * *' })
  async endExpired(signal: AbortSignal): Promise<void> {
    for (let ended = expiredBatch; ended === expiredBatch; ) {
      signal.throwIfAborted();
      const ids = await this.sessions.prune(expiredBatch);
      this.announceEnded(ids, 'The session has expired.');
      ended = ids.length;
    }
  }

  /** Whether a token belongs to the caller's session, which may have ended. Synchronous: nothing is looked up. */
  isTokenOf(token: string, caller: Caller): boolean {
    try {
      const { sub, sid } = TokenClaims.parse(this.tokens.verify<object>(token));
      return sub === caller.userId && sid === caller.sessionId;
    } catch {
      return false;
    }
  }

  /**
   * The caller that a token belongs to; null where it is not ours, its session has ended, or its account is
   * suspended.
   */
  async callerOfToken(token: string): Promise<Caller | null> {
    const claims: unknown = await this.tokens.verifyAsync<object>(token).catch(() => null);
    return this.callerOfClaims(claims);
  }

  /** Like `callerOfToken`, for claims whose signature has been checked. */
  async callerOfClaims(claims: unknown): Promise<Caller | null> {
    const parsed = TokenClaims.safeParse(claims);
    if (!parsed.success) return null;
    const { sub, sid } = parsed.data;
    const [session, user] = await Promise.all([this.sessions.find(sid), this.users.findAccess(sub)]);
    if (session?.userId !== sub) return null;
    return user && user.suspended_at === null
      ? { userId: sub, sessionId: sid, isAdmin: user.is_admin }
      : null;
  }

  /** Whether the caller's session still exists, with the same role. */
  async isLive(caller: Caller): Promise<boolean> {
    const now = await this.callerOfClaims({ sub: caller.userId, sid: caller.sessionId });
    return now?.isAdmin === caller.isAdmin;
  }

  /** Checks the account again: what ends all its sessions may have run just before this session was created. */
  async #confirm(signedIn: Account, sessionId: string): Promise<void> {
    const now = await this.users.findForShare(signedIn.id);
    if (now && isStillAllowed(now, signedIn)) return;
    await this.sessions.revoke(sessionId);
    if (now) assertNotSuspended(now);
    throw invalidCredentials();
  }
}

/** Whether the account may still sign in, and its password is unchanged. */
function isStillAllowed(now: Account, then: Account): boolean {
  const isKeptOut = [now.suspendedAt, now.forumSuspendedAt, now.forumDestroyedAt].some(Boolean);
  return !isKeptOut && (now.passwordHash ?? null) === (then.passwordHash ?? null);
}

function assertNotSuspended({ suspendedAt, suspensionReason }: Account): void {
  if (suspendedAt) throw new ApiError(403, 'suspended', suspendedMessage(suspensionReason ?? ''));
}

/** What somebody reads whose account is suspended, where they sign in and in their open pages. */
export function suspendedMessage(reason: string): string {
  if (reason === '') return 'This account is suspended.';
  return `This account is suspended: “${reason}”${/[.!?…]$/.test(reason) ? '' : '.'}`;
}

function invalidCredentials(): ApiError {
  return new ApiError(401, 'invalid_credentials', 'Please check your credentials and try again.');
}

function wrongPassword(): ApiError {
  return new ApiError(400, 'validation_failed', 'The current password is wrong.', {
    fields: [{ path: 'currentPassword', message: 'is wrong' }],
  });
}

/** The claims of a token. They have no expiry, because the session behind it expires, and is extended by use. */
const TokenClaims = z.object({ sub: Id, sid: Id });
type TokenClaims = z.infer<typeof TokenClaims>;
