import { Injectable } from '@nestjs/common';
import type { ProjectPicture } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { ApiError, invalidFields, notFound } from '../../../common/api-error.js';
import type { Caller } from '../../../common/caller.js';
import { loadSharp } from '../../../common/load-sharp.js';
import { Turns } from '../../../common/turns.js';
import { Database } from '../../../database/database.js';
import { assertMayChange } from '../project.policy.js';
import { rightsOf } from '../project-row.js';

const atOnce = 2;
const formats = ['jpeg', 'png', 'webp'];

/** What projects look like that their scripts draw: their cards, which run nothing, would be empty (ADR 7). */
@Injectable()
export class ProjectPictures {
  readonly #turns = new Turns(atOnce);

  constructor(private readonly database: Database) {}

  /**
   * Stores what a version of one's own project looks like, drawn anew, so that nothing but a picture is kept. One that
   * is not the newest any more is passed over: whoever saves does not wait for pictures.
   * @throws ApiError 404, 403, 400 for what is no such picture.
   */
  async store(id: string, caller: Caller, { version, picture }: ProjectPicture): Promise<void> {
    // Before any work: whoever may not is not told what a picture is.
    const isWanted = await this.database.transaction(() => this.#holdNewest(id, caller, version));
    if (!isWanted) return;
    const drawn = await this.#turns.take(() => drawAnew(Buffer.from(picture, 'base64')));
    if (!drawn) {
      const sides = `${limits.pictureSide} pixels wide and high`;
      throw invalidFields([{ path: 'picture', message: `must be a JPEG, PNG or WebP of at most ${sides}` }]);
    }
    await this.database.transaction(async () => {
      if (!(await this.#holdNewest(id, caller, version))) return;
      const row = { project_id: id, picture: drawn.toString('base64') };
      await this.database.sql
        .insertInto('project_pictures')
        .values(row)
        .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ picture: row.picture }))
        .execute();
    });
  }

  /** Keeps the code from changing until the transaction ends; false where that version is not the newest. */
  async #holdNewest(id: string, caller: Caller, version: number): Promise<boolean> {
    const row = await this.database.sql
      .selectFrom('projects')
      .select(['user_id', 'is_public', 'is_embeddable', 'version', 'withheld_by'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!row) throw notFound();
    assertMayChange(rightsOf(row), caller);
    if (row.withheld_by !== null)
      throw new ApiError(403, 'taken_down', 'This project is withheld, so it is not shown to anybody.');
    return row.version === version;
  }
}

/** WebP; null where it is no picture, or a larger one. */
async function drawAnew(file: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    const image = sharp(file, { limitInputPixels: limits.pictureSide ** 2, failOn: 'error' });
    const { format, width, height } = await image.metadata();
    if (!formats.includes(format) || Math.max(width, height) > limits.pictureSide) return null;
    return await image.timeout({ seconds: 5 }).webp({ quality: 70 }).toBuffer();
  } catch {
    // Every reason lies in the file.
    return null;
  }
}
