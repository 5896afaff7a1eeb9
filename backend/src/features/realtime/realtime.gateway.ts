import type { IncomingMessage } from 'node:http';
import { Logger, UseFilters, UseInterceptors, UsePipes } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import {
  type BrowseWatchAck,
  clientEvents,
  SocketAuth,
  type UnwatchAck,
  type WatchAck,
} from '@studio/contract/realtime';
import type { Application } from 'express';
import type { ProjectAudience } from '../../common/domain-events.js';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { clientAddress, type IsTrustedProxy, networkOf } from '../../common/http/client-address.js';
import { ValidationPipe } from '../../common/http/validation.pipe.js';
import { AuthService } from '../auth/auth.service.js';
import { Budgets } from '../budgets/budgets.service.js';
import { MetricsService } from '../metrics/metrics.service.js';
import { type WatchedProject, WatchedProjectsService } from '../projects/reading/visible-projects.service.js';
import {
  browseRoom,
  ownRooms,
  projectOfBrowseRoom,
  projectOfRoom,
  watchRoomFor,
  watchRooms,
} from './rooms.js';
import type { StudioServer, StudioSocket } from './socket-adapter.js';
import { SocketBroadcaster } from './socket-broadcaster.js';
import {
  AcknowledgementInterceptor,
  SequentialEventsInterceptor,
  SocketErrorsFilter,
} from './socket-event-handling.js';
import { exceedsSocketLimit, limitSockets } from './socket-limits.js';
import { SocketRevalidation } from './socket-revalidation.js';

interface WatchPayload {
  projectId: string;
}

/** Projects that one socket follows at once; a page follows one, beside its list. */
export const watchesPerSocket = 50;

/** The sockets of CONTRACT 3: who is let in, and which projects they follow. */
@WebSocketGateway()
@UsePipes(ValidationPipe)
@UseFilters(SocketErrorsFilter)
@UseInterceptors(SequentialEventsInterceptor, AcknowledgementInterceptor)
export class RealtimeGateway
  implements OnGatewayInit<StudioServer>, OnGatewayConnection<StudioSocket>, OnGatewayDisconnect<StudioSocket>
{
  readonly #logger = new Logger('sockets');

  /** One for all sockets, which are many. */
  readonly #count = ([event]: [string, ...unknown[]], next: () => void) => {
    this.metrics.socketMessages.inc({ direction: 'in', event: knownEvent(event) });
    next();
  };

  constructor(
    private readonly auth: AuthService,
    private readonly projects: WatchedProjectsService,
    private readonly broadcaster: SocketBroadcaster,
    private readonly revalidation: SocketRevalidation,
    private readonly http: HttpAdapterHost<ExpressAdapter>,
    private readonly metrics: MetricsService,
    private readonly budgets: Budgets,
  ) {}

  afterInit(server: StudioServer): void {
    const app = this.http.httpAdapter.getInstance<Application>();
    const isTrusted = app.get('trust proxy fn') as IsTrustedProxy;
    const network = (request: IncomingMessage) => networkOf(clientAddress(request, isTrusted));
    limitSockets(server.engine, network);
    server.use((socket, next) => {
      socket.data.network = network(socket.request);
      void this.#admit(socket, next);
    });
    this.broadcaster.start(server);
    this.revalidation.start(server);
    this.metrics.watchSockets(() => server.sockets.sockets.size);
  }

  /** Whoever cannot be checked now is cut off, and comes back. */
  async handleConnection(socket: StudioSocket): Promise<void> {
    const { caller } = socket.data;
    this.#logger.debug(
      { socketId: socket.id, userId: caller?.userId, recovered: socket.recovered },
      'connected',
    );
    socket.use(this.#count);
    releaseRequest(socket);
    try {
      if (!(await this.#settleIn(socket))) socket.disconnect(true);
    } catch (error) {
      this.#logger.error({ err: error });
      socket.disconnect(true);
    }
  }

  handleDisconnect(socket: StudioSocket): void {
    this.#logger.debug({ socketId: socket.id }, 'disconnected');
  }

  @SubscribeMessage('project:watch')
  async watch(
    @ConnectedSocket() socket: StudioSocket,
    @MessageBody({ schema: clientEvents['project:watch'].payload }) { projectId }: WatchPayload,
  ): Promise<WatchAck> {
    const others = [...socket.rooms].filter((room) => ![null, projectId].includes(projectOfRoom(room)));
    if (others.length >= watchesPerSocket)
      throw new ApiError(429, 'too_many_requests', `At most ${watchesPerSocket} projects can be watched.`);
    const [project] = await this.#follow(socket, [projectId], watchRoomFor);
    if (!project) throw notFound();
    const { version, likes, views, forkCount, isLiked, isTakenDown } = project;
    return {
      ok: true,
      version,
      likes,
      views,
      forkCount,
      ...(socket.data.caller && { isLiked }),
      ...(isTakenDown && { takenDown: true }),
    };
  }

  @SubscribeMessage('project:unwatch')
  async unwatch(
    @ConnectedSocket() socket: StudioSocket,
    @MessageBody({ schema: clientEvents['project:unwatch'].payload }) { projectId }: WatchPayload,
  ): Promise<UnwatchAck> {
    for (const room of watchRooms(projectId)) await socket.leave(room);
    return { ok: true };
  }

  @SubscribeMessage('browse:watch')
  async browse(
    @ConnectedSocket() socket: StudioSocket,
    @MessageBody({ schema: clientEvents['browse:watch'].payload }) { projectIds }: { projectIds: string[] },
  ): Promise<BrowseWatchAck> {
    for (const room of socket.rooms) if (projectOfBrowseRoom(room)) await socket.leave(room);
    const projects = await this.#follow(socket, projectIds, (_caller, { projectId }) =>
      browseRoom(projectId),
    );
    return {
      ok: true,
      data: projects.map(({ audience: { projectId }, likes, views, forkCount }) => ({
        projectId,
        likes,
        views,
        forkCount,
      })),
    };
  }

  /** No token is anonymous, a dead one is refused. */
  async #admit(socket: StudioSocket, next: (refusal?: Error) => void): Promise<void> {
    const auth = SocketAuth.safeParse(socket.handshake.auth);
    if (!auth.success) {
      next(new Error('unauthorized'));
      return;
    }
    const { token } = auth.data;
    if (socket.recovered && this.#isStill(socket, token)) {
      // It has just been asked about, and is in its rooms: what is told before it is let in would not reach it.
      next();
      return;
    }
    try {
      const caller = token === undefined ? null : await this.auth.callerOfToken(token);
      socket.data.caller = caller;
      if (caller) this.budgets.consume('socket', caller.userId);
      next(token !== undefined && socket.data.caller === null ? new Error('unauthorized') : undefined);
    } catch {
      // Nobody can be looked up just now, or they come too often, which says nothing about the token.
      next(new Error('unavailable'));
    }
  }

  /** Whether it comes back as whom it left. */
  #isStill(socket: StudioSocket, token: string | undefined): boolean {
    const { caller } = socket.data;
    if (caller === null || token === undefined) return caller === null && token === undefined;
    return this.auth.isTokenOf(token, caller);
  }

  /** The socket's own rooms, and those that it brings along. @returns whether it may stay. */
  async #settleIn(socket: StudioSocket): Promise<boolean> {
    const { caller } = socket.data;
    if (caller) {
      await socket.join(ownRooms(caller));
      if (exceedsSocketLimit(socket, caller)) return false;
    }
    if (socket.recovered) await this.#checkRoomsAgain(socket);
    // A session that ended between the handshake and joining its room was told to nobody.
    return caller === null || this.auth.isLive(caller);
  }

  /**
   * Joins the rooms of those projects that the caller may follow, and reads them once more: what changes from then on
   * is told, and what changed before is in the figures.
   */
  async #follow(
    socket: StudioSocket,
    ids: string[],
    roomFor: (caller: Caller | null, project: ProjectAudience) => string,
  ): Promise<WatchedProject[]> {
    const { caller } = socket.data;
    const roomsOf = (projects: WatchedProject[]) => projects.map(({ audience }) => roomFor(caller, audience));
    const allowed = await this.projects.find(ids, caller);
    // A room that is joined after the end would never be left.
    if (!socket.connected || allowed.length === 0) return [];
    await socket.join(roomsOf(allowed));
    const present = await this.projects.find(ids, caller);
    const kept = roomsOf(present);
    for (const room of roomsOf(allowed)) if (!kept.includes(room)) await socket.leave(room);
    return present.filter(({ audience }) => socket.rooms.has(roomFor(caller, audience)));
  }

  /** A recovered socket comes with its old rooms: those of another identity, or no longer allowed, are left. */
  async #checkRoomsAgain(socket: StudioSocket): Promise<void> {
    const { caller } = socket.data;
    const rooms = [...socket.rooms].filter((room) => room !== socket.id);
    const ids = rooms
      .map((room) => projectOfRoom(room) ?? projectOfBrowseRoom(room))
      .filter((id) => id !== null);
    const allowed = new Set<string>(caller ? ownRooms(caller) : []);
    for (const { audience } of await this.projects.find(ids, caller))
      allowed.add(watchRoomFor(caller, audience)).add(browseRoom(audience.projectId));
    for (const room of rooms) if (!allowed.has(room)) await socket.leave(room);
  }
}

/** The library keeps the request that opened the line for its application; what ours needs is in the handshake. */
function releaseRequest({ conn }: { conn: { request: unknown } }): void {
  conn.request = null;
}

/** Whatever else somebody sends is one name, or they could make as many as they like. */
function knownEvent(event: string): string {
  return Object.hasOwn(clientEvents, event) ? event : 'unknown';
}
