import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import type { User } from '@studio/contract/http/auth';
import { type Selectable, sql } from 'kysely';
import { ApiError, invalidFields } from '../../common/errors/api-error.js';
import { newId } from '../../common/ids.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { prepared } from '../../database/prepared-statements.js';
import type { Tables } from '../../database/tables.js';
import { defaultAvatar, isAllowedAvatar } from './user-avatars.js';

export type UserRow = Selectable<Tables['users']>;

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

  /** @throws ApiError 409 where the name or the e-mail is taken, without regard to case. */
  async create(account: {
    email: string;
    username: string;
    password: string;
    isAdmin?: boolean;
  }): Promise<UserRow> {
    const created = await this.database.sql
      .insertInto('users')
      .values({
        id: newId(),
        username: account.username,
        email: account.email,
        password_hash: await hashPassword(account.password),
        avatar: defaultAvatar(this.config, account.username),
        is_admin: account.isAdmin ?? false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (created) return created;
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

  find(id: string): Promise<UserRow | undefined> {
    return this.database.sql.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** The same once whatever is being done to the account has been done. */
  findForShare(id: string): Promise<UserRow | undefined> {
    const one = this.database.sql.selectFrom('users').selectAll().where('id', '=', id);
    return one.forShare().executeTakeFirst();
  }

  /** What of an account decides what it may do: asked at every call. */
  async findAccess(id: string): Promise<Pick<UserRow, 'is_admin' | 'suspended_at'> | undefined> {
    const [row] = await accessOf(this.database.sql, id);
    return row;
  }

  /** The local account of an address. Those of the forum may have the same one, and sign in there. */
  findByEmail(email: string): Promise<UserRow | undefined> {
    return this.database.sql
      .selectFrom('users')
      .selectAll()
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('forum_id', 'is', null)
      .executeTakeFirst();
  }

  /** Whether this is the user's password. An unknown user takes as long as a wrong password. */
  isPassword(user: UserRow | undefined, password: string): Promise<boolean> {
    return isPassword(user?.password_hash ?? null, password);
  }

  /** A user as only that user sees it. */
  present(row: UserRow): User {
    return {
      id: row.id,
      username: row.username,
      email: row.email,
      avatar: row.avatar,
      isAdmin: row.is_admin,
      hasPassword: row.password_hash !== null,
      createdAt: new Date(row.created_at).toISOString(),
    };
  }

  /** @throws ApiError 400 for an address that is neither the studio's own nor AVATAR_URL's. */
  async changeAvatar(id: string, avatar: string): Promise<UserRow> {
    if (!isAllowedAvatar(this.config, avatar))
      throw invalidFields([{ path: 'avatar', message: 'must be an avatar of this studio' }]);
    return this.database.sql
      .updateTable('users')
      .set({ avatar })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** @returns whether it was changed: not where somebody else has changed it since this row was read. */
  async changePassword({ id, password_hash }: UserRow, password: string): Promise<boolean> {
    const { numUpdatedRows } = await this.database.sql
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', id)
      .where('password_hash', '=', password_hash)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

/** argon2id with the library's parameters (19 MiB, 2 passes), which are OWASP's first choice. */
export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password));
}

/** Nobody's password: checked against for unknown accounts, so that they cost the same as a wrong password. */
const nobody = hash('no account has this password');

/** Whether this is the password of the hash; without a hash it takes as long and is false. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobody), canonical(password));
  return fits && passwordHash !== null;
}

/** RFC 8265 OpaqueString: the same letters are the same password, however a keyboard has put them together. */
function canonical(password: string): string {
  return password.normalize('NFC');
}
