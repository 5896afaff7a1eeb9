import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sandboxOrigin } from '@studio/contract/preview';
import { sql } from 'kysely';
import { derivedKey, keyedHash, signingKey } from '../../../common/signing-key.js';
import { Config } from '../../../config/config.js';
import { Database } from '../../../database/database.js';
import { type ProjectVersion, presentVersion, versionColumns } from './rendered-projects.service.js';

/** What a card shows: `picture`, WebP in base64, where the script draws all there is to see and that is known. */
export interface Card extends ProjectVersion {
  picture: string | null;
}

/**
 * The pictures on the cards of a list. Each is a page on its project's own origin, where nobody is signed in: whoever
 * may see a project listed is given its picture's address, signed for that one version.
 */
@Injectable()
export class ProjectCards {
  readonly #key: Buffer;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {
    this.#key = derivedKey(signingKey(config), 'project cards');
  }

  /** Absolute. */
  addressOf({ id, version }: { id: string; version: number }): string {
    const query = new URLSearchParams({ v: String(version), k: this.#sign(id, version) });
    return `${sandboxOrigin(this.config.sandboxUrl, id)}/card/${id}?${query.toString()}`;
  }

  /**
   * The project of an address; null where the signature is not ours, the project has changed or gone since, or it is
   * withheld, or its owner's account is: whoever kept the address of a private one has it still.
   */
  async find(id: string, version: number, signature: string): Promise<Card | null> {
    const expected = Buffer.from(this.#sign(id, version));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const row = await this.database.sql
      .selectFrom('projects')
      .select(versionColumns)
      .select(
        sql<string | null>`(select picture from project_pictures where project_id = projects.id)`.as(
          'picture',
        ),
      )
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .where('withheld_by', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'projects.user_id')
            .where('suspended_at', 'is', null)
            .where('forum_destroyed_at', 'is', null),
        ),
      )
      .executeTakeFirst();
    return row ? { ...presentVersion(row), picture: row.picture } : null;
  }

  #sign(id: string, version: number): string {
    return keyedHash(this.#key, `${id} ${version}`);
  }
}
