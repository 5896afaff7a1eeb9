import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { defaultAvatar, isAllowedAvatar } from './avatars.js';
import { freeNames } from './forum-names.js';
import type { UserRow } from './users.service.js';

/** Somebody as the forum tells of them. */
interface ForumPerson {
  forumId: string;
  email: string;
  username: string;
  /** Whatever the forum gave as a picture's address. */
  avatar: unknown;
}

/** Accounts that come from the forum. The forum's id alone tells whose they are: an e-mail address proves nothing here. */
@Injectable()
export class ForumAccountsService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** The account of this person; on the first visit a new one, without a password and never an admin. */
  async findOrCreate(person: ForumPerson): Promise<UserRow> {
    for (const username of freeNames(person.username)) {
      const account = (await this.#find(person.forumId)) ?? (await this.#create(person, username));
      if (account) return account;
    }
    throw new Error('Every name that was tried for an account of the forum is taken');
  }

  #find(forumId: string): Promise<UserRow | undefined> {
    return this.database.sql
      .selectFrom('users')
      .selectAll()
      .where('forum_id', '=', forumId)
      .executeTakeFirst();
  }

  /** Undefined where the name is taken, or where another call has just made the account. */
  #create({ forumId, email, avatar }: ForumPerson, username: string): Promise<UserRow | undefined> {
    const allowed = typeof avatar === 'string' && isAllowedAvatar(this.config, avatar);
    return this.database.sql
      .insertInto('users')
      .values({
        id: newId(),
        username,
        email,
        forum_id: forumId,
        avatar: allowed ? avatar : defaultAvatar(this.config, username),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
  }
}
