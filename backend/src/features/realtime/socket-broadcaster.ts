import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type ServerEvent, type ServerPayload, serverEvents } from '@studio/contract/realtime';
import { type DomainEvents, EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { MetricsService } from '../metrics/metrics.service.js';
import {
  adminsRoom,
  browseRoom,
  embedsRoom,
  readersRoom,
  sessionRoom,
  signedInRoom,
  userRoom,
  watchersOf,
  watchRooms,
} from './rooms.js';
import type { StudioServer } from './socket-adapter.js';

/** Tells sockets what happened, to exactly those whom CONTRACT 3 names. */
@Injectable()
export class SocketBroadcaster implements BeforeApplicationShutdown {
  readonly #listStats = new ListStatsThrottle();

  constructor(
    private readonly events: EventPublisher,
    private readonly metrics: MetricsService,
  ) {}

  beforeApplicationShutdown(): void {
    this.#listStats.stop();
  }

  /** From now on, everything that happens is told through this server. */
  start(server: StudioServer): void {
    const emit = <E extends ServerEvent>(rooms: string[], event: E, payload: ServerPayload<E>) => {
      const checked = serverEvents[event].parse(payload) as ServerPayload<E>;
      this.metrics.socketMessages.inc({ direction: 'out', event });
      (server.to(rooms).emit as (event: E, payload: ServerPayload<E>) => void)(event, checked);
    };

    this.events.subscribe('project.saving', ({ project: { projectId, ownerId }, origin }) =>
      emit([userRoom(ownerId)], 'project:save-status', { projectId, status: 'saving', origin }),
    );
    this.events.subscribe('project.save-failed', ({ project: { projectId, ownerId }, origin }) =>
      emit([userRoom(ownerId)], 'project:save-status', { projectId, status: 'failed', origin }),
    );
    this.events.subscribe('project.saved', ({ project, version, updatedAt, changed, origin }) => {
      const { projectId, ownerId } = project;
      const watchers = watchersOf(project);
      const status = { projectId, status: 'saved', version, updatedAt, origin } as const;
      emit([userRoom(ownerId), ...watchers], 'project:save-status', status);
      emit(watchers, 'project:updated', { projectId, version, changed });
    });
    this.events.subscribe('project.liked', ({ project, likes, liker }) => {
      const { projectId, ownerId, isPublic } = project;
      const lists = isPublic ? [browseRoom(projectId)] : [];
      emit([userRoom(ownerId), ...watchersOf(project), ...lists], 'project:likes', { projectId, likes });
      if (liker) emit([userRoom(liker.userId)], 'project:liked', { projectId, isLiked: liker.isLiked });
    });
    this.events.subscribe('project.counted', ({ project, views, forkCount }) => {
      const { projectId, ownerId, isPublic } = project;
      const stats = { projectId, views, forkCount };
      const lists = isPublic && this.#listStats.mayPass(projectId, stats) ? [browseRoom(projectId)] : [];
      emit([userRoom(ownerId), ...watchersOf(project), ...lists], 'project:stats', stats);
    });
    this.#listStats.start((stats) => emit([browseRoom(stats.projectId)], 'project:stats', stats));
    const unlist = (projectId: string) => {
      this.#listStats.forget(projectId);
      emit([browseRoom(projectId)], 'project:unlisted', { projectId });
    };
    const endOf = (project: ProjectAudience, by: 'owner' | 'moderation') => {
      const { projectId, ownerId } = project;
      emit([userRoom(ownerId), ...watchersOf(project)], 'project:removed', { projectId, by });
      unlist(projectId);
      const gone = [...watchRooms(projectId), browseRoom(projectId)];
      server.in(gone).socketsLeave(gone);
    };
    this.events.subscribe('project.deleted', ({ project }) => endOf(project, 'owner'));
    this.events.subscribe('project.purged', ({ project }) => endOf(project, 'moderation'));
    this.events.subscribe('project.unshared', (hidden) => {
      const { projectId } = hidden.project;
      const gone = roomsThatLose(hidden);
      emit(gone, 'project:removed', { projectId, by: 'visibility' });
      if (hidden.madePrivate) {
        unlist(projectId);
        gone.push(browseRoom(projectId));
      }
      server.in(gone).socketsLeave(gone);
    });
    this.events.subscribe('project.hidden', ({ project: { projectId, ownerId } }) => {
      const watching = watchRooms(projectId);
      emit([userRoom(ownerId), ...watching], 'project:removed', { projectId, by: 'moderation' });
      unlist(projectId);
      const gone = [readersRoom(projectId), embedsRoom(projectId), browseRoom(projectId)];
      server.in(gone).socketsLeave(gone);
    });
    this.events.subscribe('activity.recorded', (event) => emit([adminsRoom], 'moderation:event', event));
    // They come back by themselves, with the rights of that moment.
    this.events.subscribe('user.role-changed', ({ userId }) =>
      server.in(userRoom(userId)).disconnectSockets(true),
    );
    const cutOff = (room: string, reason: string) => {
      emit([room], 'session:revoked', { reason });
      server.in(room).disconnectSockets(true);
    };
    this.events.subscribe('session.revoked', ({ sessionId, reason }) =>
      cutOff(sessionRoom(sessionId), reason),
    );
    this.events.subscribe('sessions.all-revoked', ({ reason }) => cutOff(signedInRoom, reason));
  }
}

/** Who may no longer see the project: private, all but embeds; embedding off, embeds (CONTRACT 3). */
function roomsThatLose({
  project,
  madePrivate,
  embeddingDisabled,
}: DomainEvents['project.unshared']): string[] {
  const rooms: string[] = [];
  if (madePrivate) rooms.push(readersRoom(project.projectId));
  if (embeddingDisabled || !project.isEmbeddable) rooms.push(embedsRoom(project.projectId));
  return rooms;
}

type Stats = ServerPayload<'project:stats'>;

/** Milliseconds: lists are told the views and forks of one project no more often. */
const interval = 1_000;

/**
 * Bounds what open lists are told of a project that thousands look at: its numbers pass at once after a quiet interval,
 * else the newest of them at the end of the interval.
 */
export class ListStatsThrottle {
  /** The projects told in the present interval, with what has changed since; null where nothing has. */
  readonly #told = new Map<string, Stats | null>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #send: (stats: Stats) => void = () => undefined;

  /** `send` is called with numbers that had to wait. */
  start(send: (stats: Stats) => void): void {
    this.#send = send;
  }

  /** Whether lists may be told now; if not, they will be told by `send`. */
  mayPass(projectId: string, stats: Stats): boolean {
    if (this.#told.has(projectId)) {
      this.#told.set(projectId, stats);
      return false;
    }
    this.#told.set(projectId, null);
    this.#timers.set(
      projectId,
      setTimeout(() => this.#endInterval(projectId), interval),
    );
    return true;
  }

  /** Nothing that waits is told of this project any more. */
  forget(projectId: string): void {
    if (this.#told.has(projectId)) this.#told.set(projectId, null);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#told.clear();
  }

  #endInterval(projectId: string): void {
    const waiting = this.#told.get(projectId);
    this.#told.delete(projectId);
    this.#timers.delete(projectId);
    if (waiting && this.mayPass(projectId, waiting)) this.#send(waiting);
  }
}
