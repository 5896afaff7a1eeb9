import { Logger, UseFilters, UsePipes } from '@nestjs/common';
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
import { notFound } from '../../common/api-error.js';
import { ValidationPipe } from '../../common/validation-pipe.js';
import { type RateLimit, RateLimiter } from '../../ports/rate-limiter.js';
import { AuthService } from '../auth/auth.service.js';
import { MetricsService } from '../metrics/metrics.service.js';
import { WatchedProjectsService } from '../projects/watched-projects.service.js';
import { Announcer } from './announcer.js';
import {
  browseRoom,
  projectOfBrowseRoom,
  projectOfRoom,
  sessionRoom,
  userRoom,
  watchRoomFor,
  watchRooms,
} from './rooms.js';
import { SocketErrorsFilter } from './socket-errors.filter.js';
import type { StudioServer, StudioSocket } from './studio-socket.js';

interface WatchPayload {
  projectId: string;
}

/** More than any page sends; a socket that does is closed. */
const messagesPerSocket: RateLimit = { name: 'socket-messages', points: 100, windowMs: 1_000 };

/** The sockets of CONTRACT 3: who is let in, and which projects they follow. */
@WebSocketGateway()
@UsePipes(ValidationPipe)
@UseFilters(SocketErrorsFilter)
export class RealtimeGateway
  implements OnGatewayInit<StudioServer>, OnGatewayConnection<StudioSocket>, OnGatewayDisconnect<StudioSocket>
{
  readonly #logger = new Logger('sockets');

  constructor(
    private readonly auth: AuthService,
    private readonly projects: WatchedProjectsService,
    private readonly limiter: RateLimiter,
    private readonly announcer: Announcer,
    private readonly metrics: MetricsService,
  ) {}

  afterInit(server: StudioServer): void {
    server.use((socket, next) => void this.#admit(socket, next));
    this.announcer.start(server);
    this.metrics.watchSockets(() => server.sockets.sockets.size);
  }

  async handleConnection(socket: StudioSocket): Promise<void> {
    socket.use(([event], next) => {
      this.metrics.socketMessages.inc({ direction: 'in', event: knownEvent(event) });
      void this.#slowDown(socket, next);
    });
    const { caller } = socket.data;
    this.#logger.debug(
      { socketId: socket.id, userId: caller?.userId, recovered: socket.recovered },
      'connected',
    );
    if (caller) await socket.join([userRoom(caller.userId), sessionRoom(caller.sessionId)]);
    if (socket.recovered) await this.#checkRoomsAgain(socket);
    // A session that ended between the handshake and joining its room was told to nobody.
    if (caller && !(await this.#isLive(socket))) socket.disconnect(true);
  }

  handleDisconnect(socket: StudioSocket): void {
    this.#logger.debug({ socketId: socket.id }, 'disconnected');
  }

  @SubscribeMessage('project:watch')
  async watch(
    @ConnectedSocket() socket: StudioSocket,
    @MessageBody({ schema: clientEvents['project:watch'].payload }) { projectId }: WatchPayload,
  ): Promise<WatchAck> {
    const [project] = await this.projects.find([projectId], socket.data.caller);
    if (!project) throw notFound();
    await socket.join(watchRoomFor(socket.data.caller, project.audience));
    const { version, likes, views, forkCount } = project;
    return { ok: true, version, likes, views, forkCount };
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
    const projects = await this.projects.find(projectIds, socket.data.caller);
    for (const room of socket.rooms) if (projectOfBrowseRoom(room)) await socket.leave(room);
    await socket.join(projects.map(({ audience }) => browseRoom(audience.projectId)));
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
    try {
      socket.data.caller = token === undefined ? null : await this.auth.callerOfToken(token);
      next(token !== undefined && socket.data.caller === null ? new Error('unauthorized') : undefined);
    } catch {
      // Nobody can be looked up just now, which says nothing about the token.
      next(new Error('unavailable'));
    }
  }

  async #slowDown(socket: StudioSocket, next: () => void): Promise<void> {
    const wait = await this.limiter.use(messagesPerSocket, socket.id);
    if (wait === null) next();
    else socket.disconnect(true);
  }

  async #isLive(socket: StudioSocket): Promise<boolean> {
    const { caller } = socket.data;
    return caller !== null && (await this.auth.isLive(caller));
  }

  /** A recovered socket comes with its old rooms: those of another identity, or no longer allowed, are left. */
  async #checkRoomsAgain(socket: StudioSocket): Promise<void> {
    const { caller } = socket.data;
    const rooms = [...socket.rooms].filter((room) => room !== socket.id);
    const ids = rooms
      .map((room) => projectOfRoom(room) ?? projectOfBrowseRoom(room))
      .filter((id) => id !== null);
    const allowed = new Set<string>(caller ? [userRoom(caller.userId), sessionRoom(caller.sessionId)] : []);
    for (const { audience } of await this.projects.find(ids, caller))
      allowed.add(watchRoomFor(caller, audience)).add(browseRoom(audience.projectId));
    for (const room of rooms) if (!allowed.has(room)) await socket.leave(room);
  }
}

/** Whatever else somebody sends is one name, or they could make as many as they like. */
function knownEvent(event: string): string {
  return Object.hasOwn(clientEvents, event) ? event : 'unknown';
}
