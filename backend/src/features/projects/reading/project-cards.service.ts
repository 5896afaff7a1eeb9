import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { cardPath, sandboxOrigin } from '@studio/contract/sandbox-frame';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { derivedKey, isSameText, keyedHash, signingKey } from '../../../common/signing-key.js';
import { Config } from '../../../config/config.js';
import { Database } from '../../../database/database.js';
import { type ProjectVersion, presentVersion, versionColumns } from './rendered-projects.service.js';

/**
 * What a card shows. `picture` is WebP in base64, for projects that are drawn by their script; null if there is none.
 */
export interface Card extends ProjectVersion {
  picture: string | null;
}

/** The addresses that are kept: about 2.5 MB. */
const maxAddresses = 10_000;

/**
 * The pages on the cards of a list, each on its project's own origin, where nobody is signed in. So whoever may list a
 * project gets an address that is signed for this version.
 */
@Injectable()
export class ProjectCardsService {
  readonly #key: Buffer;
  /** By id and version (ADR 7). */
  readonly #addresses = new LRUCache<string, string>({ max: maxAddresses });

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {
    this.#key = derivedKey(signingKey(config), 'project cards');
  }

  /** The absolute address of a card's page. */
  addressOf({ id, version }: { id: string; version: number }): string {
    const card = `${id} ${version}`;
    const known = this.#addresses.get(card);
    if (known !== undefined) return known;
    const address = this.#address(id, version, this.#sign(id, version));
    this.#addresses.set(card, address);
    return address;
  }

  /**
   * The same for moderators, also while the project or its owner is hidden. It ends one to two hours after `now`, which
   * is the database's time, because the project's code could find it out while it runs. Owners get none: it would show
   * a hidden project to everybody.
   */
  addressForModerators({ id, version }: { id: string; version: number }, now: Date): string {
    return this.#address(id, version, this.#signForModerators(id, version, periodOf(now)));
  }

  /**
   * The project of an address; null if the signature is wrong, the project was changed or removed since, or it or its
   * owner is hidden from whoever may have kept the address. With kysely: a list of cards sends many requests at once,
   * so each is one statement; one for moderators asks for the time, too.
   */
  async find(id: string, version: number, signature: string): Promise<Card | null> {
    const isForAll = isSameText(signature, this.#sign(id, version));
    if (!isForAll && !(await this.#isForModerators(id, version, signature))) return null;
    const present = this.database.sql
      .selectFrom('projects')
      .select(versionColumns)
      .select(
        sql<string | null>`(select picture from project_pictures where project_id = projects.id)`.as(
          'picture',
        ),
      )
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null);
    const shown = present
      .where('withheld_by', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'projects.user_id')
            .where('suspended_at', 'is', null)
            .where('forum_destroyed_at', 'is', null),
        ),
      );
    const row = await (isForAll ? shown : present).executeTakeFirst();
    // Moderators see what the code shows: its owner may have stored any picture.
    return row
      ? { ...presentVersion(row), evenIfHidden: !isForAll, picture: isForAll ? row.picture : null }
      : null;
  }

  #address(id: string, version: number, signature: string): string {
    return `${sandboxOrigin(this.config.sandboxUrl, id)}${cardPath(id)}?v=${version}&k=${signature}`;
  }

  #sign(id: string, version: number): string {
    return keyedHash(this.#key, `${id} ${version}`);
  }

  async #isForModerators(id: string, version: number, signature: string): Promise<boolean> {
    const period = periodOf(await this.database.now());
    return [period, period - 1].some((each) =>
      isSameText(signature, this.#signForModerators(id, version, each)),
    );
  }

  #signForModerators(id: string, version: number, period: number): string {
    return keyedHash(this.#key, `${id} ${version} for moderators ${period}`);
  }
}

/** The number of a period since the epoch: an address works in the one that it was made in, and in the next. */
function periodOf(time: Date): number {
  return Math.floor(time.getTime() / durations.moderatorCardUrl);
}
