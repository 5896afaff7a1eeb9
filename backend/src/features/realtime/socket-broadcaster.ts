import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type ServerEvent, type ServerPayload, serverEvents } from '@studio/contract/realtime';
import { type DomainEvents, EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { MetricsService } from '../metrics/metrics.service.js';
import {
  adminsRoom,
  browseRoom,
  embedsRoom,
  linkRoom,
  linksRoom,
  readersRoom,
  sessionRoom,
  signedInRoom,
  userRoom,
  watchersOf,
  watchRooms,
} from './room-names.js';
import type { StudioServer } from './socket-adapter.js';

/**
 * Of how many hidden projects the rooms are left together. With Redis, broadcasts share an entry of the stream and a leave
 * takes one of its own, which all later events wait for; but each socket leaves each room of the leave.
 */
const projectsPerLeave = 100;

type Emit = <E extends ServerEvent>(rooms: string[], event: E, payload: ServerPayload<E>) => void;

/** Sends domain events to exactly the sockets that may receive them (specification: Sockets). */
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

  /** Sends every domain event through this server from now on. */
  start(server: StudioServer): void {
    const emit: Emit = (rooms, event, payload) => {
      const checked = serverEvents[event].parse(payload) as typeof payload;
      this.metrics.socketMessages.inc({ direction: 'out', event });
      (server.to(rooms).emit as (name: typeof event, body: typeof payload) => void)(event, checked);
    };
    this.#sendSaves(emit);
    this.#sendCounters(emit);
    this.#sendRemovals(server, emit);
    this.#endSessions(server, emit);
    this.events.subscribe('appeal.decided', ({ ownerId, projectId }) =>
      emit([userRoom(ownerId)], 'appeal:decided', { projectId }),
    );
    this.events.subscribe('activity.recorded', (event) => emit([adminsRoom], 'moderation:event', event));
  }

  #sendSaves(emit: Emit): void {
    this.events.subscribe('project.saving', ({ project: { projectId, ownerId }, origin }) =>
      emit([userRoom(ownerId)], 'project:save-status', { projectId, status: 'saving', origin }),
    );
    this.events.subscribe('project.save-failed', ({ project: { projectId, ownerId }, origin }) =>
      emit([userRoom(ownerId)], 'project:save-status', { projectId, status: 'failed', origin }),
    );
    this.events.subscribe('project.saved', ({ project, linkIds, version, updatedAt, changed, origin }) => {
      const { projectId, ownerId } = project;
      const watchers = watchersOf(project);
      const status = { projectId, status: 'saved', version, updatedAt, origin } as const;
      emit([userRoom(ownerId), ...watchers], 'project:save-status', status);
      // Only to links that are valid now: nothing is sent to a page whose link has expired, nor stored for one that is
      // disconnected while its link ends.
      const rooms = [...watchers, ...linkIds.map(linkRoom)];
      emit(rooms, 'project:updated', { projectId, version, changed });
    });
    // Windows in which it was open when it was removed no longer watch it.
    this.events.subscribe('project.restored', ({ projectId, ownerId, version }) =>
      emit([userRoom(ownerId)], 'project:updated', { projectId, version, changed: [] }),
    );
  }

  /** Likes, views, forks, replies and links. */
  #sendCounters(emit: Emit): void {
    this.events.subscribe('project.liked', ({ project, likes, liker }) => {
      const { projectId, ownerId, isPublic } = project;
      const lists = isPublic ? [browseRoom(projectId)] : [];
      emit([userRoom(ownerId), ...watchersOf(project), ...lists], 'project:likes', { projectId, likes });
      if (liker) emit([userRoom(liker.userId)], 'project:liked', { projectId, isLiked: liker.isLiked });
    });
    this.events.subscribe('project.counted', ({ project, views, forkCount }) => {
      const { projectId, ownerId, isPublic } = project;
      const stats = { projectId, views, forkCount };
      const lists = isPublic && this.#listStats.maySendNow(projectId, stats) ? [browseRoom(projectId)] : [];
      emit([userRoom(ownerId), ...watchersOf(project), ...lists], 'project:stats', stats);
    });
    this.#listStats.start((stats) => emit([browseRoom(stats.projectId)], 'project:stats', stats));
    this.events.subscribe('project.discussed', ({ project, replies }) => {
      const { projectId, ownerId } = project;
      emit([userRoom(ownerId), ...watchersOf(project)], 'project:discussion', { projectId, replies });
    });
    this.events.subscribe('project.links-changed', ({ ownerId, projectId, liveLinks }) =>
      emit([userRoom(ownerId)], 'project:links', { projectId, liveLinks }),
    );
  }

  /** What pages lose: projects, published versions and links. Their sockets leave the rooms. */
  #sendRemovals(server: StudioServer, emit: Emit): void {
    const leave = (rooms: string[]) => server.in(rooms).socketsLeave(rooms);
    /** Tells lists and pages opened by a link. @returns their rooms, which their sockets have to leave. */
    const endPublicity = (projectId: string) => {
      this.#listStats.forget(projectId);
      emit([browseRoom(projectId)], 'project:unlisted', { projectId });
      emit([linksRoom(projectId)], 'link:ended', { projectId });
      return [browseRoom(projectId), linksRoom(projectId)];
    };
    const end = (project: ProjectAudience, by: 'owner' | 'moderation') => {
      const { projectId, ownerId } = project;
      emit([userRoom(ownerId), ...watchersOf(project)], 'project:removed', { projectId, by });
      leave([...watchRooms(projectId), ...endPublicity(projectId)]);
    };
    const hide = ({ projectId, ownerId }: ProjectAudience) => {
      emit([userRoom(ownerId), ...watchRooms(projectId)], 'project:removed', { projectId, by: 'moderation' });
      return [readersRoom(projectId), embedsRoom(projectId), ...endPublicity(projectId)];
    };
    this.events.subscribe('project.deleted', ({ project }) => end(project, 'owner'));
    this.events.subscribe('project.purged', ({ project }) => end(project, 'moderation'));
    this.events.subscribe('projects.hidden', ({ projects }) => {
      for (let first = 0; first < projects.length; first += projectsPerLeave)
        leave(projects.slice(first, first + projectsPerLeave).flatMap(hide));
    });
    this.events.subscribe('project.unshared', (hidden) => {
      const { projectId } = hidden.project;
      const gone = roomsLosingAccess(hidden);
      emit(gone, 'project:removed', { projectId, by: 'visibility' });
      leave(hidden.madePrivate ? [...gone, ...endPublicity(projectId)] : gone);
    });
    this.events.subscribe('project.version-withdrawn', ({ project, rev }) => {
      const { projectId, ownerId } = project;
      emit([userRoom(ownerId), ...watchersOf(project)], 'version:withdrawn', { projectId, rev });
    });
    this.events.subscribe('link.ended', ({ projectId, linkId }) => {
      const room = linkId === null ? linksRoom(projectId) : linkRoom(linkId);
      emit([room], 'link:ended', { projectId });
      // Each page has opened one link only, so it can leave both rooms.
      server.in(room).socketsLeave([linksRoom(projectId), room]);
    });
  }

  #endSessions(server: StudioServer, emit: Emit): void {
    const disconnect = (room: string, reason: string) => {
      emit([room], 'session:revoked', { reason });
      server.in(room).disconnectSockets(true);
    };
    this.events.subscribe('session.revoked', ({ sessionId, reason }) =>
      disconnect(sessionRoom(sessionId), reason),
    );
    this.events.subscribe('sessions.all-revoked', ({ reason }) => disconnect(signedInRoom, reason));
    // The page reconnects by itself, with the user's present rights.
    this.events.subscribe('user.role-changed', ({ userId }) =>
      server.in(userRoom(userId)).disconnectSockets(true),
    );
  }
}

/** The rooms that may no longer see the project, depending on what was switched off (specification: Sockets). */
function roomsLosingAccess({
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

/** Milliseconds: shortest time between two updates of one project's counters in lists. */
const interval = 1_000;

/**
 * Throttles updates of open lists for a project that thousands look at: after a quiet interval its counters are sent at
 * once, otherwise the newest are sent at the end of the interval.
 */
class ListStatsThrottle {
  /** Projects that were sent in the current interval, with their waiting counters; null where none wait. */
  readonly #sent = new Map<string, Stats | null>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #send: (stats: Stats) => void = () => undefined;

  /** `send` is called with counters that had to wait. */
  start(send: (stats: Stats) => void): void {
    this.#send = send;
  }

  /** Whether lists may be updated now. If not, `send` is called with the newest counters later. */
  maySendNow(projectId: string, stats: Stats): boolean {
    if (this.#sent.has(projectId)) {
      this.#sent.set(projectId, stats);
      return false;
    }
    this.#sent.set(projectId, null);
    this.#timers.set(
      projectId,
      setTimeout(() => this.#endInterval(projectId), interval),
    );
    return true;
  }

  /** Drops the waiting counters of this project. */
  forget(projectId: string): void {
    if (this.#sent.has(projectId)) this.#sent.set(projectId, null);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#sent.clear();
  }

  #endInterval(projectId: string): void {
    const waiting = this.#sent.get(projectId);
    this.#sent.delete(projectId);
    this.#timers.delete(projectId);
    if (waiting && this.maySendNow(projectId, waiting)) this.#send(waiting);
  }
}
