import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { ProjectPicture } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { hasScript } from '@studio/engine/html/is-blank';
import { invalidFields, notFound, serviceUnavailable } from '../../../common/errors/api-error.js';
import { FairWork } from '../../../common/fair-work.js';
import type { Caller } from '../../../common/http/caller.js';
import { loadSharp } from '../../../common/load-sharp.js';
import { Database } from '../../../database/database.js';
import { BudgetsService } from '../../budgets/budgets.service.js';
import { ProjectEntity, ProjectPictureEntity } from '../project.entity.js';
import { assertMayChange, assertMayHavePicture } from '../project.policy.js';
import { rightsOfEntity } from '../project-row.js';

/** Half of the threads of libuv, which also read files and check passwords. */
const maxConcurrentEncodings = 2;
/** How many pictures may wait, of one owner and in all. */
const queueLimits = { perOwner: 20, total: 200 };
const formats = ['jpeg', 'png', 'webp'];

/** Stores pictures of projects that their scripts draw: their cards, which run no scripts, would be empty (ADR 7). */
@Injectable()
export class ProjectPictures {
  readonly #encodings = new FairWork({
    limits: queueLimits,
    maxConcurrent: maxConcurrentEncodings,
    maxConcurrentPerOwner: 1,
    refusal: serviceUnavailable,
  });

  constructor(
    private readonly database: Database,
    private readonly budgets: BudgetsService,
  ) {}

  /**
   * Stores the picture of a version of the caller's project, re-encoded, so that nothing but a picture is stored. A
   * picture of an older version is ignored: it arrives after the save, and another save may have been faster. So is that of
   * a project without a script.
   * @throws ApiError 404, 403, 400 for an invalid picture.
   */
  async store(id: string, caller: Caller, { version, picture }: ProjectPicture): Promise<void> {
    // Before any work, so that callers without the right get 404 or 403, whatever they sent.
    const rows = [caller.userId, id] as const;
    const isWanted = await this.database.transactionOn(
      rows,
      async () => (await this.#holdNewest(id, caller, version)) && this.#hasScript(id, caller),
    );
    if (!isWanted) return;
    const drawn = await this.#encodings.run(picture, caller.userId, () =>
      reencode(Buffer.from(picture, 'base64')),
    );
    if (!drawn) {
      const sides = `${limits.pictureSide} pixels wide and high`;
      throw invalidFields([{ path: 'picture', message: `must be a JPEG, PNG or WebP of at most ${sides}` }]);
    }
    await this.database.transactionOn(rows, async () => {
      if (!(await this.#holdNewest(id, caller, version))) return;
      await this.database.em.upsert(ProjectPictureEntity, {
        project: id,
        picture: drawn.toString('base64'),
      });
    });
  }

  /** Whether its card gets a picture: without a script, the card shows the whole page. */
  async #hasScript(id: string, { userId }: Caller): Promise<boolean> {
    const project = await this.database.em.findOneOrFail(ProjectEntity, id, { populate: ['html', 'js'] });
    // The call and its response are short; what is read for them may have 2 MiB.
    this.budgets.chargeBytes('write', userId, Buffer.byteLength(project.html + project.js));
    return hasScript(project);
  }

  /** Locks the project's code until the transaction ends. @returns false if that version is not the newest. */
  async #holdNewest(id: string, caller: Caller, version: number): Promise<boolean> {
    const project = await this.database.em.findOne(
      ProjectEntity,
      { id, deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_READ },
    );
    if (!project) throw notFound();
    assertMayChange(rightsOfEntity(project), caller);
    assertMayHavePicture(project.hidingReason);
    return project.version === version;
  }
}

/** Converts to WebP; null if it is not a picture, or too large. */
async function reencode(file: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    const image = sharp(file, { limitInputPixels: limits.pictureSide ** 2, failOn: 'error' });
    const { format, width, height } = await image.metadata();
    if (!formats.includes(format) || Math.max(width, height) > limits.pictureSide) return null;
    return await image.timeout({ seconds: 5 }).webp({ quality: 70 }).toBuffer();
  } catch {
    // Any error here is caused by the file: it is broken, or takes too long to convert.
    return null;
  }
}
