import { EventEmitter } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import type { ModerationEvent } from '@studio/contract/http/activity';

/** Decides who receives events about a project. */
export interface ProjectAudience {
  projectId: string;
  ownerId: string;
  isPublic: boolean;
  isEmbeddable: boolean;
}

/** All domain events, by name. `origin` is the tab that caused it, or null. */
export interface DomainEvents {
  'project.saving': { project: ProjectAudience; origin: string | null };
  'project.save-failed': { project: ProjectAudience; origin: string | null };
  /** Every save that began, with its outcome; `conflict`: somebody else had saved first. */
  'project.save-ended': { outcome: 'saved' | 'conflict' | 'failed'; seconds: number };
  'project.saved': {
    project: ProjectAudience;
    /** The links that opened it when it was saved. */
    linkIds: string[];
    version: number;
    updatedAt: string;
    changed: string[];
    origin: string | null;
  };
  /** The owner made it private or disabled embedding; the audience is the remaining one. */
  'project.unshared': { project: ProjectAudience; madePrivate: boolean; embeddingDisabled: boolean };
  /** Its owner has withdrawn a published version. */
  'project.version-withdrawn': { project: ProjectAudience; rev: number };
  /** Its owner moved it to the trash. */
  'project.deleted': { project: ProjectAudience };
  /** Its owner took it out of the trash. */
  'project.restored': { projectId: string; ownerId: string; version: number };
  /**
   * A takedown, a suspension or the end of a forum account hid them from everybody but their owner and admins; the
   * audience is the remaining one.
   */
  'projects.hidden': { projects: readonly ProjectAudience[] };
  /** An admin deleted it permanently. */
  'project.purged': { project: ProjectAudience };
  /** Hidden projects are shown again, as their owner had set them. */
  'projects.unhidden': { projects: readonly ProjectAudience[] };
  /** The appeal against its takedown was dismissed or granted. */
  'appeal.decided': { projectId: string; ownerId: string };
  /** Somebody likes it, or no longer does. */
  'project.liked': {
    project: ProjectAudience;
    likes: number;
    liker: { userId: string; isLiked: boolean };
  };
  /** Its owner made or revoked links; `liveLinks` are those that open it now. */
  'project.links-changed': { projectId: string; ownerId: string; liveLinks: number };
  /** A link was revoked; null: all links to the project. */
  'link.ended': { projectId: string; linkId: string | null };
  /** Its views or forks were counted. */
  'project.counted': { project: ProjectAudience; views: number; forkCount: number };
  /** Replies in the public project's topic in the forum; null: it has none. */
  'project.discussed': { project: ProjectAudience; replies: number | null };
  /** `refused`: because of the file or the quota. `bytes` of a stored file. */
  'asset.upload-ended': { outcome: 'stored' | 'refused' | 'failed'; bytes: number; seconds: number };
  /** Numbers of files: without a row (of these: deleted; kept because too many), and missing despite a row. */
  'storage.compared': { orphans: number; deleted: number; heldBack: number; missing: number };
  /** An entry of the activity feed, which is stored already. */
  'activity.recorded': ModerationEvent;
  /** Somebody became an admin or stopped being one; open sockets still have the former rights. */
  'user.role-changed': { userId: string };
  /** Ended by its user, a new password, an admin, the forum or expiry; the reason is shown in its open pages. */
  'session.revoked': { sessionId: string; reason: string };
  /** All sessions of all users at once. */
  'sessions.all-revoked': { reason: string };
}

/** Publishes domain events within this process; publishers do not know the listeners. */
@Injectable()
export class EventPublisher {
  readonly #emitter = new EventEmitter();
  readonly #logger = new Logger('events');

  publish<E extends keyof DomainEvents>(name: E, event: DomainEvents[E]): void {
    this.#emitter.emit(name, event);
  }

  /** Errors of a listener are logged; they do not reach the publisher. */
  subscribe<E extends keyof DomainEvents>(name: E, listener: (event: DomainEvents[E]) => void): void {
    this.#emitter.on(name, (event: DomainEvents[E]) => {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error({ err: error, event: name });
      }
    });
  }
}
