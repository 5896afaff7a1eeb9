import { type InferEntity, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { KeyedHeaders } from '@studio/contract/http/text';
import { limits } from '@studio/contract/limits';
import type { LinkInput, LinkParams, ProjectLink, ProjectLinks } from '@studio/contract/links';
import { EventPublisher } from '../../../common/domain-events.js';
import { ApiError, invalidFields, notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { newId } from '../../../common/ids.js';
import { entityClock } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { ProjectEntity, ProjectLinkEntity } from '../project.entity.js';
import { assertMayChange, assertMayPublish } from '../project.policy.js';
import { liveLinkCount, rightsOfEntity } from '../project-row.js';
import { IdempotencyKeys } from '../saving/idempotency-keys.js';
import { PublishingLimits } from '../saving/publishing-limits.js';
import { hashOf, LinkSecrets } from './link-secrets.js';

type StoredLink = InferEntity<typeof ProjectLinkEntity>;

/** Lets owners create, list and revoke links to their projects (specification: Links). */
@Injectable()
export class OwnedLinks {
  constructor(
    private readonly database: Database,
    private readonly secrets: LinkSecrets,
    private readonly publishing: PublishingLimits,
    private readonly keys: IdempotencyKeys,
    private readonly events: EventPublisher,
  ) {}

  /** A project's links, the oldest first. @throws ApiError 404, 403 */
  async list(id: string, caller: Caller): Promise<ProjectLinks> {
    const project = await this.database.em.findOne(ProjectEntity, { id, deletedAt: null });
    if (!project) throw notFound();
    assertMayChange(rightsOfEntity(project), caller);
    const orderBy = { createdAt: 'asc', id: 'asc' } as const;
    const links = await this.database.em.find(ProjectLinkEntity, { project: id }, { orderBy });
    const now = await this.database.now();
    return { links: links.map((link) => this.#present(link)), now: now.toISOString() };
  }

  /**
   * Creates a link, or returns the one that the idempotency key created before. The first one to a private project counts
   * as publishing it.
   * @throws ApiError 400 for an expiry in the past, 404, 403, 413 with the limit where no more are allowed, 422, 429
   */
  async create(id: string, caller: Caller, input: LinkInput, headers: KeyedHeaders): Promise<ProjectLink> {
    const { name, expiresAt } = input;
    const link = await this.database.transactionOn(caller.userId, async () => {
      const { em } = this.database;
      await this.publishing.lockOwner(caller.userId);
      const project = await this.#lock(id, caller);
      assertMayPublish({ ...rightsOfEntity(project), isPublic: true }, project.hidingReason ?? null);
      const linkId = newId();
      const earlier = await this.keys.claim(headers, caller, { linkTo: id, ...input }, linkId);
      if (earlier !== null) return this.#createdEarlier(earlier);
      const ends = expiresAt === null ? null : new Date(expiresAt);
      if (ends && ends <= (await this.database.now()))
        throw invalidFields([{ path: 'expiresAt', message: 'must be in the future' }]);
      await em.nativeDelete(ProjectLinkEntity, { project: id, expiresAt: { $lte: entityClock.now() } });
      const others = await em.count(ProjectLinkEntity, { project: id });
      if (others >= limits.linksPerProject)
        throw new ApiError(
          413,
          'quota_exceeded',
          `A project has at most ${limits.linksPerProject} links. Revoke another one first.`,
        );
      if (others === 0 && !project.isPublic && !project.isEmbeddable)
        await this.publishing.recordPublication(caller.userId, project);
      const secretHash = hashOf(this.secrets.create(linkId));
      em.create(ProjectLinkEntity, { id: linkId, project, name, secretHash, expiresAt: ends });
      await em.flush();
      return em.findOneOrFail(ProjectLinkEntity, linkId, { refresh: true });
    });
    await this.#publishLinkCount(id, caller);
    return this.#present(link);
  }

  /** Revokes a link, also in every open page. @throws ApiError 404, 403 */
  async revoke({ id, linkId }: LinkParams, caller: Caller): Promise<void> {
    await this.database.transactionOn([caller.userId, id], async () => {
      await this.#lock(id, caller);
      if (!(await this.database.em.nativeDelete(ProjectLinkEntity, { id: linkId, project: id })))
        throw notFound();
    });
    this.events.publish('link.ended', { projectId: id, linkId });
    await this.#publishLinkCount(id, caller);
  }

  /** Revokes all links to a project, also in every open page. @throws ApiError 404, 403 */
  async revokeAll(id: string, caller: Caller): Promise<void> {
    await this.database.transactionOn([caller.userId, id], async () => {
      await this.#lock(id, caller);
      await this.database.em.nativeDelete(ProjectLinkEntity, { project: id });
    });
    this.events.publish('link.ended', { projectId: id, linkId: null });
    await this.#publishLinkCount(id, caller);
  }

  /** Publishes the present number of links for the owner's other windows. */
  async #publishLinkCount(projectId: string, { userId: ownerId }: Caller): Promise<void> {
    const counted = await this.database.sql
      .selectFrom('projects')
      .select(liveLinkCount.as('liveLinks'))
      .where('id', '=', projectId)
      .executeTakeFirst();
    const liveLinks = counted?.liveLinks ?? 0;
    this.events.publish('project.links-changed', { projectId, ownerId, liveLinks });
  }

  async #lock(id: string, caller: Caller) {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const project = await this.database.em.findOne(ProjectEntity, { id, deletedAt: null }, { lockMode });
    if (!project) throw notFound();
    assertMayChange(rightsOfEntity(project), caller);
    return project;
  }

  /** @throws ApiError 404 where it was revoked since, or has expired and was deleted. */
  async #createdEarlier(linkId: string): Promise<StoredLink> {
    const link = await this.database.em.findOne(ProjectLinkEntity, linkId);
    if (!link) throw notFound();
    return link;
  }

  #present({ id, name, secretHash, createdAt, expiresAt, views }: StoredLink): ProjectLink {
    return {
      id,
      name,
      secret: this.secrets.find(id, secretHash),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      views,
    };
  }
}
