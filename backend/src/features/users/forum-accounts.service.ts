import { Injectable } from '@nestjs/common';
import { limits } from '@studio/contract/limits';
import { type ExpressionBuilder, sql } from 'kysely';
import { newId } from '../../common/ids.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { type Account, UserEntity } from './user.entity.js';
import {
  defaultAvatar,
  forumPicture,
  isAllowedAvatar,
  pictureOfTemplate,
  presentAvatar,
  storedAvatar,
} from './user-avatars.js';

/** A person's data from the forum. Fields that are missing keep their values, except for the picture. */
export interface ForumProfile {
  username?: string | undefined;
  email?: string | undefined;
  /** The address of a picture as the forum sent it, unchecked; missing: the person has none there. */
  avatar?: unknown;
  /** Only groups that PUBLISHING_BY_GROUP names. */
  groups?: string[] | undefined;
}

/** A person's data at a sign-in through the forum. */
interface ForumPerson extends ForumProfile {
  forumId: string;
  username: string;
  email: string;
}

/** Accounts from the forum. Only the forum's id identifies a person; an equal email address proves nothing. */
@Injectable()
export class ForumAccountsService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * This person's account, updated from the forum; on the first visit a new one, without a password and never an
   * admin.
   */
  findOrCreate(person: ForumPerson): Promise<Account> {
    return this.database.transaction(() => this.#findOrCreate(person));
  }

  async #findOrCreate(person: ForumPerson): Promise<Account> {
    for (const username of candidateNames(person.username)) {
      const account = await this.find(person.forumId);
      if (account) return this.refresh(account, person);
      const created = await this.#create(person, username);
      if (created) return created;
    }
    throw new Error('Every name that was tried for an account of the forum is taken');
  }

  find(forumId: string): Promise<Account | null> {
    return this.database.em.findOne(UserEntity, { forumId });
  }

  /** The address of a person's picture, from the template that the forum's webhooks send instead. */
  pictureOf(template: string | null | undefined): string | null {
    return template ? pictureOfTemplate(this.config, template) : null;
  }

  /**
   * Updates an account from the forum: email address, counting groups, a picture if it may be shown here and none was
   * chosen here, and the name unless ours is already derived from it. A name that is taken gets a suffix for as long as it is; nobody else's name
   * changes. Inside the transaction that has read the account.
   */
  async refresh(account: Account, { username, email, avatar, groups }: ForumProfile): Promise<Account> {
    const name = username === undefined ? account.username : await this.#rename(account, username);
    if (!this.#isChosenHere(account))
      account.avatar = forumPicture(this.config, avatar) ?? defaultAvatar(name);
    account.email = email ?? account.email;
    account.forumGroups = groups ?? account.forumGroups;
    account.username = name;
    await this.database.em.flush();
    return account;
  }

  /**
   * Whether the person has chosen the avatar here. Any other is the account's initials, which a replica of an earlier
   * version may have stored with their origin, or a picture of a forum, or one at a former FORUM_URL or AVATAR_URL, which
   * pages may not load.
   */
  #isChosenHere({ avatar = null, username }: Account): boolean {
    const address = presentAvatar(this.config, avatar);
    if (address === null || !isAllowedAvatar(this.config, address)) return false;
    return storedAvatar(this.config, address) !== defaultAvatar(username);
  }

  /** Ends a suspension that began before `at`, when the forum signed the person in; a later suspension stays. */
  async endSuspension(id: string, at: Date): Promise<void> {
    const suspendedBefore = { id, forumSuspendedAt: { $lt: at } };
    await this.database.em.nativeUpdate(UserEntity, suspendedBefore, { forumSuspendedAt: null });
  }

  /** @returns the account's name from now on. */
  async #rename({ id, username: current }: Account, forumName: string): Promise<string> {
    for (const username of candidateNames(forumName)) {
      if (current === username || (await this.#takeName(id, username))) return username;
      // The plain name, which is tried first, is somebody else's: a suffix that was given stays.
      if (isNameFor(current, forumName)) return current;
    }
    throw new Error('Every name that was tried for an account of the forum is taken');
  }

  /** With kysely: one statement checks that the name is free and takes it. @returns whether it was. */
  async #takeName(id: string, username: string): Promise<boolean> {
    const { numUpdatedRows } = await this.database.sql
      .updateTable('users')
      .set({ username })
      .where('id', '=', id)
      .where(isFreeFor(id, username))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Null where the name is taken, or another call has just created the account. With kysely: neither is an error. */
  async #create(
    { forumId, email, avatar, groups = [] }: ForumPerson,
    username: string,
  ): Promise<Account | null> {
    const created = await this.database.sql
      .insertInto('users')
      .values({
        id: newId(),
        username,
        email,
        forum_id: forumId,
        forum_groups: groups,
        avatar: forumPicture(this.config, avatar) ?? defaultAvatar(username),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    return created ? this.database.em.map(UserEntity, created) : null;
  }
}

function isFreeFor(id: string, username: string) {
  return ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'users'>) =>
    not(
      exists(
        selectFrom('users as other')
          .select('other.id')
          .where(sql`lower(other.username)`, '=', username.toLowerCase())
          .where('other.id', '!=', id),
      ),
    );
}

const counted = [2, 3, 4, 5, 6, 7, 8, 9];

/** Names to try for a forum member, best first: the closest allowed name to the forum's, then with a suffix. */
export function* candidateNames(forumName: string): Generator<string> {
  const name = nameFor(forumName);
  yield name;
  for (const number of counted) yield withSuffix(name, `-${number}`);
  for (const _ of counted) yield withSuffix(name, `-${newId().slice(0, 6)}`);
}

/** Whether an account's name looks derived from this forum name, with or without a suffix. */
function isNameFor(username: string, forumName: string): boolean {
  const name = nameFor(forumName);
  const [suffix = ''] = /-(?:[2-9]|[\da-z]{6})$/.exec(username) ?? [];
  return username === name || (suffix !== '' && username === withSuffix(name, suffix));
}

/** Replaces characters and lengths that the forum allows and the studio does not (specification: Forum sign-in). */
function nameFor(forumName: string): string {
  const plain = forumName
    .normalize('NFKD')
    // Without combining marks and invisible characters, so that names that look the same are equal.
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, limits.usernameMax);
  return plain.length < limits.usernameMin ? 'member' : plain;
}

function withSuffix(name: string, suffix: string): string {
  return name.slice(0, limits.usernameMax - suffix.length) + suffix;
}
