import { EventEmitter } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import type { ModerationEvent } from '@studio/contract/http/activity';

/** What of a project decides who may hear of it. */
export interface ProjectAudience {
  projectId: string;
  ownerId: string;
  isPublic: boolean;
  isEmbeddable: boolean;
}

/** Everything that happens in a feature and that another part may care about. `origin` is the tab that caused it, or null. */
export interface DomainEvents {
  'project.saving': { project: ProjectAudience; origin: string | null };
  'project.save-failed': { project: ProjectAudience; origin: string | null };
  /** Every save that was begun, however it ended; `conflict`: somebody else was faster. */
  'project.save-ended': { outcome: 'saved' | 'conflict' | 'failed'; seconds: number };
  'project.saved': {
    project: ProjectAudience;
    version: number;
    updatedAt: string;
    changed: string[];
    origin: string | null;
  };
  /** The owner took visibility or embedding back; the audience is the one that is left. */
  'project.unshared': { project: ProjectAudience; madePrivate: boolean; embeddingDisabled: boolean };
  'project.deleted': { project: ProjectAudience };
  /** Moderation hid it from everybody but its owner and admins; the audience is the one that is left. */
  'project.hidden': { project: ProjectAudience };
  /** An admin deleted it for good. */
  'project.purged': { project: ProjectAudience };
  /** What was withheld is shown again, as its owner had it. */
  'project.unhidden': { project: ProjectAudience };
  /** `liker`: who has changed it; not there where a count is put right. */
  'project.liked': {
    project: ProjectAudience;
    likes: number;
    liker?: { userId: string; isLiked: boolean };
  };
  'project.counted': { project: ProjectAudience; views: number; forkCount: number };
  /** `refused`: the file, or the room that is left, was at fault. `bytes` of a file that was stored. */
  'asset.upload-ended': { outcome: 'stored' | 'refused' | 'failed'; bytes: number; seconds: number };
  /** Numbers of files: known to no row; of those deleted, or not for being too many; known and not there. */
  'storage.compared': { orphans: number; deleted: number; heldBack: number; missing: number };
  /** Something that moderators want to know of; it is stored already. */
  'activity.recorded': ModerationEvent;
  /** Somebody became an admin, or is none any more: sockets that were let in before stand for a right that has changed. */
  'user.role-changed': { userId: string };
  'session.revoked': { sessionId: string; reason: string };
  /** Every session of everybody, at once. */
  'sessions.all-revoked': { reason: string };
}

/** The one in-process publisher: features tell, and need not know who listens. */
@Injectable()
export class EventPublisher {
  readonly #emitter = new EventEmitter();
  readonly #logger = new Logger('events');

  publish<E extends keyof DomainEvents>(name: E, event: DomainEvents[E]): void {
    this.#emitter.emit(name, event);
  }

  /** What a listener throws is logged: what it was told of has happened all the same. */
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
