import { Injectable, Logger } from '@nestjs/common';
import { budgets } from '@studio/contract/budgets';
import type { Project } from '@studio/contract/http/projects';
import type { KeyedHeaders } from '@studio/contract/http/text';
import type { LinkedProject } from '@studio/contract/links';
import { renderedPath, sandboxOrigin } from '@studio/contract/sandbox-frame';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { notFound } from '../../../common/errors/api-error.js';
import type { Caller, Viewer } from '../../../common/http/caller.js';
import { networkOf } from '../../../common/http/caller.js';
import { derivedKey, keyedHash, signingKey } from '../../../common/signing-key.js';
import { Config } from '../../../config/config.js';
import { now } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { BudgetsService } from '../../budgets/budgets.service.js';
import { insertViews } from '../counters/project-views.service.js';
import { openingLinks } from '../project-row.js';
import { type ProjectVersion, presentVersion, versionColumns } from '../reading/rendered-projects.service.js';
import { ProjectCreation } from '../saving/project-creation.js';
import { hashOf, LinkSecrets } from './link-secrets.js';

/** A link that opens its project at this moment. */
export interface LiveLink {
  linkId: string;
  projectId: string;
  version: number;
  /** In milliseconds; null: it never expires. */
  expiresIn: number | null;
}

const linkColumns = [
  'project_links.id as linkId',
  'projects.id as projectId',
  'projects.version',
  sql<number | null>`ceil(extract(epoch from expires_at - now()) * 1000)::float8`.as('expiresIn'),
] as const;

/**
 * Projects opened by a link (specification: Links). One statement finds them, so links that are unknown, expired or
 * revoked, and projects in the trash or hidden, all fail alike. With kysely: joined columns, in a frequent read.
 */
@Injectable()
export class LinkedProjectsService {
  #isFailing = false;
  readonly #logger = new Logger('links');
  readonly #viewers: Buffer;
  /** Misses of the last minute, by network and hash: to ask for the same secret again is no new guess. */
  readonly #missed = new LRUCache<string, true>({ max: 10_000, ttl: budgets.linkMiss.windowMs });

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: LinkSecrets,
    private readonly budgets: BudgetsService,
    private readonly creation: ProjectCreation,
  ) {
    this.#viewers = derivedKey(signingKey(config), 'viewers of links');
  }

  /**
   * The link with this secret; null for any other text, which counts once a minute against a budget of `network`: many
   * pages may still have a link that has ended.
   * @throws ApiError 429 where that budget is exhausted, without looking.
   */
  async find(secret: string, network: string): Promise<LiveLink | null> {
    this.budgets.assertLeft('linkMiss', network);
    const link = await this.#live(secret).select(linkColumns).executeTakeFirst();
    if (!link) this.#countMiss(secret, network);
    return link ?? null;
  }

  #countMiss(secret: string, network: string): void {
    const miss = `${network} ${hashOf(secret)}`;
    if (this.#missed.has(miss)) return;
    this.#missed.set(miss, true);
    this.budgets.tryConsume('linkMiss', network);
  }

  /** The project that a link opens. Counts a view of the link if `isLookedAt`. @throws ApiError 404, 429 */
  async open(secret: string, viewer: Viewer, isLookedAt = true): Promise<LinkedProject & { linkId: string }> {
    const link = await this.find(secret, networkOf(viewer.address));
    if (!link) throw notFound();
    // Checked again with the sources: the link may have been revoked meanwhile.
    const project = await this.#live(secret)
      .select([
        'projects.id',
        'projects.user_id as userId',
        'projects.title',
        'projects.html',
        'projects.css',
        'projects.js',
        'projects.framework_config as frameworkConfig',
        'projects.version',
        sql<string>`(select u.username from users u where u.id = projects.user_id)`.as('username'),
      ])
      .executeTakeFirst();
    if (!project) throw notFound();
    if (isLookedAt && viewer.caller?.userId !== project.userId) await this.#countView(link.linkId, viewer);
    return { ...project, linkId: link.linkId, expiresIn: link.expiresIn };
  }

  /** Copies the project that a link opens into the caller's account. @throws ApiError 404, 413, 422, 429 */
  async fork(secret: string, caller: Caller, address: string, headers: KeyedHeaders): Promise<Project> {
    const link = await this.find(secret, networkOf(address));
    if (!link) throw notFound();
    return this.creation.fork(link.projectId, caller, headers, link.linkId);
  }

  /** The address of the frame in an embed: signed, because it must not contain the secret. */
  frameAddress({ id, linkId }: { id: string; linkId: string }): string {
    const query = new URLSearchParams({ link: linkId, k: this.secrets.signFrame(id, linkId) });
    return `${sandboxOrigin(this.config.sandboxUrl, id)}${renderedPath(id)}?${query.toString()}`;
  }

  /** The project of a frame's address while its link is live, else null. */
  async findFramed(id: string, linkId: string, signature: string): Promise<ProjectVersion | null> {
    if (!this.secrets.isFrameOf(id, linkId, signature)) return null;
    const columns = versionColumns.map((column) => `projects.${column}` as const);
    const row = await openingLinks(this.database)
      .where('project_links.id', '=', linkId)
      .where('projects.id', '=', id)
      .select(columns)
      .executeTakeFirst();
    return row ? presentVersion(row) : null;
  }

  #live(secret: string) {
    return openingLinks(this.database).where('secret_hash', '=', hashOf(secret));
  }

  /**
   * Counts a view once per viewer in 30 minutes, as for projects. Stores a hash that does not reveal the network.
   * @throws never: the project can be read, also while the database takes no changes.
   */
  async #countView(linkId: string, viewer: Viewer): Promise<void> {
    try {
      await this.#storeView(linkId, viewer);
      this.#isFailing = false;
    } catch (error) {
      // The first of many: each would fill the log while the database takes no changes.
      if (!this.#isFailing) this.#logger.warn({ err: error }, 'Views of links cannot be counted.');
      this.#isFailing = true;
    }
  }

  async #storeView(linkId: string, { caller, address }: Viewer): Promise<void> {
    const viewer = keyedHash(this.#viewers, `${linkId} ${caller?.userId ?? networkOf(address)}`);
    await this.database.sql
      .with('counted', (query) =>
        insertViews(
          query,
          query
            .selectFrom('project_links')
            .select(['project_id', sql<string>`${viewer}::text`.as('viewer'), now().as('at')])
            .where('id', '=', linkId),
        ),
      )
      .updateTable('project_links')
      .set({ views: sql`views + 1` })
      .where('id', '=', linkId)
      .where(({ exists, selectFrom }) => exists(selectFrom('counted').select('project_id')))
      .execute();
  }
}
