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
  type ClientPayload,
  clientEvents,
  type LinkWatchAck,
  SocketAuth,
  type UnwatchAck,
  type WatchAck,
} from '@studio/contract/realtime';
import type { Application } from 'express';
import type { ProjectAudience } from '../../common/domain-events.js';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import { type Caller, clientAddress, type IsTrustedProxy, networkOf } from '../../common/http/caller.js';
import { ValidationPipe } from '../../common/http/validation.pipe.js';
import { AuthService } from '../auth/auth.service.js';
import { BudgetsService } from '../budgets/budgets.service.js';
import { MetricsService } from '../metrics/metrics.service.js';
import { LinkedProjectsService } from '../projects/links/linked-projects.service.js';
import { type WatchedProject, WatchedProjectsService } from '../projects/reading/watched-projects.service.js';
import {
  browseRoom,
  isLinkRoom,
  linkRoom,
  linksRoom,
  ownRooms,
  projectOfBrowseRoom,
  projectOfRoom,
  watchRoomFor,
  watchRooms,
} from './room-names.js';
import type { StudioServer, StudioSocket } from './socket-adapter.js';
import { SocketBroadcaster } from './socket-broadcaster.js';
import {
  AcknowledgementInterceptor,
  SequentialEventsInterceptor,
  SocketErrorsFilter,
} from './socket-event-handling.js';
import { exceedsSocketLimit, limitSockets } from './socket-limits.js';
import { SocketRevalidation } from './socket-revalidation.js';

/** How many projects one socket may watch at once; a page watches one, besides its list. */
export const watchesPerSocket = 50;

/** Sockets: who may connect, and which projects they watch (specification: Sockets). */
@WebSocketGateway()
@UsePipes(ValidationPipe)
@UseFilters(SocketErrorsFilter)
@UseInterceptors(SequentialEventsInterceptor, AcknowledgementInterceptor)
export class RealtimeGateway
  implements OnGatewayInit<StudioServer>, OnGatewayConnection<StudioSocket>, OnGatewayDisconnect<StudioSocket>
{
  readonly #logger = new Logger('sockets');

  /** Shared by all sockets, to save memory. */
  readonly #count = ([event]: [string, ...unknown[]], next: () => void) => {
    this.metrics.socketMessages.inc({ direction: 'in', event: knownEvent(event) });
    next();
  };

  constructor(
    private readonly auth: AuthService,
    private readonly projects: WatchedProjectsService,
    private readonly links: LinkedProjectsService,
    private readonly broadcaster: SocketBroadcaster,
    private readonly revalidation: SocketRevalidation,
    private readonly http: HttpAdapterHost<ExpressAdapter>,
    private readonly metrics: MetricsService,
    private readonly budgets: BudgetsService,
  ) {}

  afterInit(server: StudioServer): void {
    const app = this.http.httpAdapter.getInstance<Application>();
    const isTrusted = app.get('trust proxy fn') as IsTrustedProxy;
    const network = (request: IncomingMessage) => networkOf(clientAddress(request, isTrusted));
    limitSockets(server.engine, network);
    server.use((socket, next) => void this.#authenticate(socket, network, next));
    this.broadcaster.start(server);
    this.revalidation.start(server);
    this.metrics.watchSockets(() => server.sockets.sockets.size);
  }

  /** A socket that cannot be checked now is disconnected, and reconnects. */
  async handleConnection(socket: StudioSocket): Promise<void> {
    const { caller } = socket.data;
    this.#logger.debug(
      { socketId: socket.id, userId: caller?.userId, recovered: socket.recovered },
      'connected',
    );
    socket.use(this.#count);
    releaseRequest(socket);
    try {
      if (!(await this.#joinRooms(socket))) socket.disconnect(true);
    } catch (error) {
      this.#logger.error({ err: error });
      socket.disconnect(true);
    }
  }

  handleDisconnect(socket: StudioSocket): void {
    this.#logger.debug({ socketId: socket.id }, 'disconnected');
  }

  /** Adds one project. @throws ApiError 404 where the caller may not see it, 429 for the 51st of a socket. */
  @SubscribeMessage('project:watch')
  async watch(
    @ConnectedSocket() socket: StudioSocket,
    @MessageBody({ schema: clientEvents['project:watch'].payload }) {
      projectId,
    }: ClientPayload<'project:watch'>,
  ): Promise<WatchAck> {
    const others = [...socket.rooms].filter((room) => ![null, projectId].includes(projectOfRoom(room)));
    const refusal = `A connection can watch at most ${watchesPerSocket} projects. Unwatch one first.`;
    if (others.length >= watchesPerSocket) throw new ApiError(429, 'too_many_requests', refusal);
    const [project] = await this.#watch(socket, [projectId], watchRoomFor);
    if (!project) throw notFound();
    const { version, likes, views, forkCount, isLiked, liveLinks, isTakenDown } = project;
    return {
      ok: true,
      version,
      likes,
      views,
      forkCount,
      ...(socket.data.caller && { isLiked }),
      ...(liveLinks !== null && { liveLinks }),
      ...(isTakenDown && { takenDown: true }),
    };
  }

  /** Succeeds also where the project was not watched. */
  @SubscribeMessage('project:unwatch')
  async unwatch(
    @ConnectedSocket() socket: StudioSocket,
    @MessageBody({ schema: clientEvents['project:unwatch'].payload }) {
      projectId,
    }: ClientPayload<'project:unwatch'>,
  ): Promise<UnwatchAck> {
    for (const room of watchRooms(projectId)) await socket.leave(room);
    return { ok: true };
  }

  /** Replaces the list watched before, of at most 100. Leaves out what the caller may not see. */
  @SubscribeMessage('browse:watch')
  async browse(
    @ConnectedSocket() socket: StudioSocket,
    @MessageBody({ schema: clientEvents['browse:watch'].payload }) {
      projectIds,
    }: ClientPayload<'browse:watch'>,
  ): Promise<BrowseWatchAck> {
    for (const room of socket.rooms) if (projectOfBrowseRoom(room)) await socket.leave(room);
    const projects = await this.#watch(socket, projectIds, (_caller, { projectId }) => browseRoom(projectId));
    return {
      ok: true,
      data: projects.map(({ audience: { projectId, isPublic }, likes, views, forkCount, isLiked }) => ({
        projectId,
        isPublic,
        likes,
        views,
        forkCount,
        ...(socket.data.caller && { isLiked }),
      })),
    };
  }

  /**
   * Like `watch`, but by a link, so that a page opened by a link is notified when the link ends, even without an
   * account.
   */
  @SubscribeMessage('link:watch')
  async watchLink(
    @ConnectedSocket() socket: StudioSocket,
    @MessageBody({ schema: clientEvents['link:watch'].payload }) { secret }: ClientPayload<'link:watch'>,
  ): Promise<LinkWatchAck> {
    await leaveLinkRooms(socket);
    const link = await this.links.find(secret, socket.data.network);
    if (!link || !socket.connected) throw notFound();
    const { linkId, projectId } = link;
    await socket.join([linkRoom(linkId), linksRoom(projectId)]);
    // Read again: the link may have ended before the socket joined. Later ends arrive as events.
    const present = await this.links.find(secret, socket.data.network);
    if (!present) {
      await leaveLinkRooms(socket);
      throw notFound();
    }
    return { ok: true, projectId, version: present.version, expiresIn: present.expiresIn };
  }

  /** Without a token the socket is anonymous; an invalid token is refused. Never rejects: nothing would catch it. */
  async #authenticate(
    socket: StudioSocket,
    network: (request: IncomingMessage) => string,
    next: (refusal?: Error) => void,
  ): Promise<void> {
    try {
      // The socket's request is there: a connection connects once (`limitSockets`).
      socket.data.network = network(socket.request);
      const auth = SocketAuth.safeParse(socket.handshake.auth);
      if (!auth.success) {
        next(new Error('unauthorized'));
        return;
      }
      const { token } = auth.data;
      if (socket.recovered && this.#isSameCaller(socket, token)) {
        // Its session has just been checked, and it is in its rooms: a second check would lose messages meanwhile.
        next();
        return;
      }
      const caller = token === undefined ? null : await this.auth.callerOfToken(token);
      socket.data.caller = caller;
      if (caller) this.budgets.consume('socket', caller.userId);
      next(token !== undefined && socket.data.caller === null ? new Error('unauthorized') : undefined);
    } catch (error) {
      // The session cannot be checked now, or there were too many connections: the token may still be valid.
      if (!(error instanceof ApiError)) this.#logger.error({ err: error });
      next(new Error('unavailable'));
    }
  }

  /** Whether the socket reconnects as the same caller. */
  #isSameCaller(socket: StudioSocket, token: string | undefined): boolean {
    const { caller } = socket.data;
    if (caller === null || token === undefined) return caller === null && token === undefined;
    return this.auth.isTokenOf(token, caller);
  }

  /** Joins the socket's own rooms, and checks those of a recovered one. @returns whether it may stay. */
  async #joinRooms(socket: StudioSocket): Promise<boolean> {
    const { caller } = socket.data;
    // A recovered socket still has its old link rooms. Its page watches the link again by itself.
    await leaveLinkRooms(socket);
    if (caller) {
      await socket.join(ownRooms(caller));
      if (exceedsSocketLimit(socket, caller)) return false;
    }
    if (socket.recovered) await this.#checkRoomsAgain(socket);
    // The session may have ended between the handshake and joining its room.
    return caller === null || this.auth.isLive(caller);
  }

  /**
   * Joins the rooms of the projects that the caller may watch, and reads the projects once more: earlier changes are
   * in the result, and later ones arrive as events.
   */
  async #watch(
    socket: StudioSocket,
    ids: string[],
    roomFor: (caller: Caller | null, project: ProjectAudience) => string,
  ): Promise<WatchedProject[]> {
    const { caller } = socket.data;
    const roomsOf = (projects: WatchedProject[]) => projects.map(({ audience }) => roomFor(caller, audience));
    const allowed = await this.projects.find(ids, caller);
    // A disconnected socket would never leave a room that it joins now.
    if (!socket.connected || allowed.length === 0) return [];
    await socket.join(roomsOf(allowed));
    const present = await this.projects.find(ids, caller);
    const kept = roomsOf(present);
    for (const room of roomsOf(allowed)) if (!kept.includes(room)) await socket.leave(room);
    return present.filter(({ audience }) => socket.rooms.has(roomFor(caller, audience)));
  }

  /** A recovered socket has its old rooms. It leaves those of another caller and those that are no longer allowed. */
  async #checkRoomsAgain(socket: StudioSocket): Promise<void> {
    const { caller } = socket.data;
    const rooms = [...socket.rooms].filter((room) => room !== socket.id && !isLinkRoom(room));
    const ids = rooms
      .map((room) => projectOfRoom(room) ?? projectOfBrowseRoom(room))
      .filter((id) => id !== null);
    const allowed = new Set<string>(caller ? ownRooms(caller) : []);
    for (const { audience } of await this.projects.find(ids, caller))
      allowed.add(watchRoomFor(caller, audience)).add(browseRoom(audience.projectId));
    for (const room of rooms) if (!allowed.has(room)) await socket.leave(room);
  }
}

async function leaveLinkRooms(socket: StudioSocket): Promise<void> {
  for (const room of socket.rooms) if (isLinkRoom(room)) await socket.leave(room);
}

/** Frees the request that opened the connection; the handshake has copied what is needed. */
function releaseRequest({ conn }: { conn: { request: unknown } }): void {
  conn.request = null;
}

/** One name for all unknown events, or clients could create any number of them. */
function knownEvent(event: string): string {
  return Object.hasOwn(clientEvents, event) ? event : 'unknown';
}
