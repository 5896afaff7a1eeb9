import { LockMode, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { User } from '@studio/contract/http/auth';
import { ApiError, invalidFields } from '../../common/errors/api-error.js';
import { newId } from '../../common/ids.js';
import { Config, demoAccount } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { prepared } from '../../database/prepared-statements.js';
import { hashPassword, isPassword } from './passwords.js';
import { type Account, UserEntity } from './user.entity.js';
import { defaultAvatar, isAllowedAvatar, presentAvatar, storedAvatar } from './user-avatars.js';

/** With kysely: it runs at every call, and PostgreSQL keeps the plan of a prepared statement. */
const accessOf = prepared((database, id: string) =>
  database.selectFrom('users').select(['is_admin', 'suspended_at']).where('id', '=', id),
);

/** Accounts. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** @throws ApiError 409 where the name or the email address is taken, ignoring case. */
  async create(account: {
    email: string;
    username: string;
    password: string;
    isAdmin?: boolean;
  }): Promise<Account> {
    // With kysely: a taken name or address must not be an SQL error, which would abort the caller's transaction.
    const created = await this.database.sql
      .insertInto('users')
      .values({
        id: newId(),
        username: account.username,
        email: account.email,
        password_hash: await hashPassword(account.password),
        avatar: defaultAvatar(account.username),
        is_admin: account.isAdmin ?? false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (created) return this.database.em.map(UserEntity, created);
    if (await this.findByEmail(account.email))
      throw new ApiError(
        409,
        'email_taken',
        'This email address is already in use. Sign in, or use another one.',
        {
          fields: [{ path: 'email', message: 'is taken' }],
        },
      );
    throw new ApiError(409, 'username_taken', 'This user name is already taken. Choose another one.', {
      fields: [{ path: 'username', message: 'is taken' }],
    });
  }

  find(id: string): Promise<Account | null> {
    return this.database.em.findOne(UserEntity, id);
  }

  /** Like `find`, but waits until transactions that are changing the account have ended. */
  findForShare(id: string): Promise<Account | null> {
    return this.database.transaction(() =>
      this.database.em.findOne(UserEntity, id, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true }),
    );
  }

  /** The columns that decide what an account may do. Read at every call. */
  async findAccess(id: string): Promise<{ is_admin: boolean; suspended_at: Date | null } | undefined> {
    const [row] = await accessOf(this.database.sql, id);
    return row;
  }

  /** The local account with this address. Forum accounts may have the same address, but sign in through the forum. */
  findByEmail(email: string): Promise<Account | null> {
    return this.database.em.findOne(UserEntity, {
      [raw((alias) => `lower(${alias}.email)`)]: email.toLowerCase(),
      forumId: null,
    });
  }

  /** The account with this name, ignoring case. */
  findByName(username: string): Promise<Account | null> {
    return this.database.em.findOne(UserEntity, {
      [raw((alias) => `lower(${alias}.username)`)]: username.toLowerCase(),
    });
  }

  /** Whether this is the user's password. An unknown user takes as long as a wrong password. */
  isPassword(user: Account | null, password: string): Promise<boolean> {
    return isPassword(user?.passwordHash ?? null, password);
  }

  /** Whether this is the demo account, whose password everybody knows. */
  async isDemo({ email, forumId, passwordHash }: Account): Promise<boolean> {
    if (forumId || email.toLowerCase() !== demoAccount.email) return false;
    return isPassword(passwordHash ?? null, demoAccount.password);
  }

  /** An account as only its owner sees it. */
  present(account: Account): User {
    return {
      id: account.id,
      username: account.username,
      email: account.email,
      avatar: presentAvatar(this.config, account.avatar ?? null),
      isAdmin: account.isAdmin,
      hasPassword: Boolean(account.passwordHash),
      createdAt: account.createdAt.toISOString(),
    };
  }

  /** @throws ApiError 400 for an address that is neither the studio's own nor AVATAR_URL's. */
  async changeAvatar(id: string, avatar: string): Promise<Account> {
    if (!isAllowedAvatar(this.config, avatar))
      throw invalidFields([{ path: 'avatar', message: 'must be an avatar of this studio' }]);
    return this.database.transaction(async () => {
      const account = await this.database.em.findOneOrFail(UserEntity, id);
      account.avatar = storedAvatar(this.config, avatar);
      return account;
    });
  }

  /** @returns whether it was changed: false where the password was changed since this account was read. */
  async changePassword({ id, passwordHash }: Account, password: string): Promise<boolean> {
    const asRead = { id, passwordHash: passwordHash ?? null };
    const changed = { passwordHash: await hashPassword(password) };
    return (await this.database.em.nativeUpdate(UserEntity, asRead, changed)) > 0;
  }
}

/**
 * Reads an account and locks it until the transaction ends, so that its changes, publications, forks and uploads run
 * one after another. With kysely: `for no key update` lets others insert rows that refer to the account; MikroORM has
 * only `for update`. @returns null where it does not exist.
 */
export async function lockAccount({ em, sql }: Database, id: string): Promise<Account | null> {
  const row = await sql
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? em.map(UserEntity, row) : null;
}
