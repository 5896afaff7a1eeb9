import { Injectable } from '@nestjs/common';
import { type ServerEvent, type ServerPayload, serverEvents } from '@studio/contract/realtime';
import { type DomainEvents, EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { MetricsService } from '../metrics/metrics.service.js';
import { CounterUpdates } from './counter-updates.js';
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
 * How many hidden projects' rooms one `socketsLeave` covers. With Redis, broadcasts share an entry of the stream and a leave
 * takes one of its own, which all later events wait for; but each socket leaves each room of the leave.
 */
const projectsPerLeave = 100;

type Emit = <E extends ServerEvent>(
  rooms: string[],
  event: E,
  payload: ServerPayload<E>,
  except?: string[],
) => void;

/** Sends domain events to exactly the sockets that may receive them (specification: Sockets). */
@Injectable()
export class SocketBroadcaster {
  constructor(
    private readonly events: EventPublisher,
    private readonly counters: CounterUpdates,
    private readonly metrics: MetricsService,
  ) {}

  /** Sends every domain event through this server from now on. */
  start(server: StudioServer): void {
    const emit: Emit = (rooms, event, payload, except = []) => {
      const checked = serverEvents[event].parse(payload) as typeof payload;
      this.metrics.socketMessages.inc({ direction: 'out', event });
      (server.to(rooms).except(except).emit as (name: typeof event, body: typeof payload) => void)(
        event,
        checked,
      );
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
    this.counters.start(emit);
    this.events.subscribe('project.liked', ({ project: { projectId }, liker: { userId, isLiked } }) =>
      emit([userRoom(userId)], 'project:liked', { projectId, isLiked }),
    );
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
