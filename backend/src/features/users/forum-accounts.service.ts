import { Injectable } from '@nestjs/common';
import { limits } from '@studio/contract/limits';
import { type ExpressionBuilder, sql } from 'kysely';
import { newId } from '../../common/ids.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { type Account, UserEntity } from './user.entity.js';
import { defaultAvatar, forumPicture, isForumPicture, pictureOfTemplate } from './user-avatars.js';

/** What the forum tells of somebody; what it leaves out stays as it is. */
export interface ForumProfile {
  username?: string | undefined;
  email?: string | undefined;
  /** Whatever the forum gave as a picture's address. */
  avatar?: unknown;
  /** Those that PUBLISHING_BY_GROUP names. */
  groups?: string[] | undefined;
}

/** Somebody as the forum hands them over. */
interface ForumPerson extends ForumProfile {
  forumId: string;
  username: string;
  email: string;
}

/** Accounts that come from the forum. The forum's id alone tells whose they are: an e-mail address proves nothing here. */
@Injectable()
export class ForumAccountsService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** The account of this person, as the forum describes them now; on the first visit a new one, without a password and never an admin. */
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

  /** The address of somebody's picture, from the template that the forum's webhooks have in its place. */
  pictureOf(template: string | null | undefined): string | null {
    return template ? pictureOfTemplate(this.config, template) : null;
  }

  /**
   * Takes over what the forum tells: the e-mail address, the groups that count, a picture that may be shown here, and the name, if ours is not
   * made of it already. A name that is taken gets a suffix; somebody else never loses theirs. Inside the transaction that
   * has read the account.
   */
  async refresh(account: Account, { username, email, avatar, groups }: ForumProfile): Promise<Account> {
    const isRenamed = username !== undefined && !isNameFor(account.username, username);
    const name = isRenamed ? await this.#rename(account.id, username) : account.username;
    account.avatar = forumPicture(this.config, avatar) ?? this.#withoutPicture(account, name);
    account.email = email ?? account.email;
    account.forumGroups = groups ?? account.forumGroups;
    account.username = name;
    await this.database.em.flush();
    return account;
  }

  /** One that was chosen here stays; the forum's own, and initials, become the initials of today. */
  #withoutPicture({ avatar = null, username }: Account, name: string): string | null {
    const isOurs = avatar === defaultAvatar(this.config, username) || isForumPicture(this.config, avatar);
    return isOurs ? defaultAvatar(this.config, name) : avatar;
  }

  /** The forum has let them in again, at this time; what it has told since then stands. */
  async endSuspension(id: string, at: Date): Promise<void> {
    const suspendedBefore = { id, forumSuspendedAt: { $lt: at } };
    await this.database.em.nativeUpdate(UserEntity, suspendedBefore, { forumSuspendedAt: null });
  }

  /** With kysely: the name is taken in the same statement that finds it free. */
  async #rename(id: string, forumName: string): Promise<string> {
    for (const username of candidateNames(forumName)) {
      const { numUpdatedRows } = await this.database.sql
        .updateTable('users')
        .set({ username })
        .where('id', '=', id)
        .where(isFreeFor(id, username))
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return username;
    }
    throw new Error('Every name that was tried for an account of the forum is taken');
  }

  /** Null where the name is taken, or where another call has just made the account. With kysely: neither is an error. */
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
        avatar: forumPicture(this.config, avatar) ?? defaultAvatar(this.config, username),
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

/** Names to try for somebody of the forum, best first: as near to the forum's as ours may be, then with a suffix. */
export function* candidateNames(forumName: string): Generator<string> {
  const name = nameFor(forumName);
  yield name;
  for (const number of counted) yield withSuffix(name, `-${number}`);
  for (const _ of counted) yield withSuffix(name, `-${newId().slice(0, 6)}`);
}

/** Whether an account's name is made of this one of the forum, with a suffix or without. */
export function isNameFor(username: string, forumName: string): boolean {
  const name = nameFor(forumName);
  const [suffix = ''] = /-(?:[2-9]|[\da-z]{6})$/.exec(username) ?? [];
  return username === name || (suffix !== '' && username === withSuffix(name, suffix));
}

/** The forum allows signs and lengths that the studio does not (specification: Forum sign-in). */
function nameFor(forumName: string): string {
  const plain = forumName
    .normalize('NFKD')
    // Marks and invisible signs: what looks like another's name shall be compared with it.
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, limits.usernameMax);
  return plain.length < limits.usernameMin ? 'member' : plain;
}

function withSuffix(name: string, suffix: string): string {
  return name.slice(0, limits.usernameMax - suffix.length) + suffix;
}
