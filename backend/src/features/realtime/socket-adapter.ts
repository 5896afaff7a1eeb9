import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { MessageMappingProperties } from '@nestjs/websockets';
import type { ClientToServerEvents, ServerToClientEvents } from '@studio/contract/realtime';
import { lastValueFrom, type Observable } from 'rxjs';
import type { DefaultEventsMap, Namespace, Server, ServerOptions, Socket } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';
import type { Caller } from '../../common/http/caller.js';
import { type Config, isAppOrigin } from '../../config/config.js';
import type { Recovery, SocketFanOut } from '../../ports/socket-fan-out.js';

/** Whether the session of a disconnected socket may still be recovered. */
export type MayRecover = (data: SocketData) => Promise<boolean>;

/** Recovery covers two minutes (specification: Sockets). */
const recoveryMs = 2 * 60_000;
/** The largest payload is a list of 100 ids. */
export const maxPayloadBytes = 16_384;
/** Pause between the batches of sockets that are closed. */
const batchPauseMs = 50;
/** Time over which sockets are closed when all have to reconnect, so that they do not all reconnect at once. */
const reconnectWithinMs = 2_000;

/** Configures socket.io: the app's own origin only, small payloads, recovery of missed events. */
export class SocketAdapter extends IoAdapter {
  readonly #logger = new Logger('sockets');
  #server: Server | null = null;
  #hasWarned = false;

  constructor(
    server: HttpServer,
    private readonly config: Config,
    private readonly fanOut: SocketFanOut,
    private readonly mayRecover: MayRecover,
    private readonly refused: () => void,
  ) {
    super(server);
  }

  override createIOServer(port: number, options?: ServerOptions) {
    const ours: Partial<ServerOptions> = {
      ...options,
      serveClient: false,
      maxHttpBufferSize: maxPayloadBytes,
      allowRequest: (request: IncomingMessage, decide: (error: string | null, allowed: boolean) => void) =>
        decide(null, this.#isAllowedOrigin(request)),
      connectionStateRecovery: { maxDisconnectionDuration: recoveryMs, skipMiddlewares: false },
      adapter: this.#makeAdapter(),
    };
    const server: Server = super.createIOServer(port, ours as ServerOptions);
    this.#server = server;
    return server;
  }

  /** One listener per event: Nest's own adapter keeps rxjs chains per socket, which are most of a socket's memory. */
  override bindMessageHandlers(
    socket: Socket,
    handlers: MessageMappingProperties[],
    toResponses: (result: unknown) => Observable<unknown>,
  ): void {
    for (const { message, callback } of handlers)
      socket.on(String(message), async (...given: unknown[]) => {
        const { data, ack } = this.mapPayload(given) as { data: unknown; ack?: (response: unknown) => void };
        // A failure has been acknowledged by its filter.
        const response = await lastValueFrom(toResponses(callback(data, ack)), { defaultValue: undefined });
        if (response !== undefined) ack?.(response);
      });
  }

  /**
   * Closes all connections in batches within `withinMs` milliseconds. Clients treat a closed connection as lost and
   * reconnect, to another replica; after a disconnect by the server they would not.
   */
  async closeGradually(withinMs: number): Promise<void> {
    const sockets = [...(this.#server?.sockets.sockets.values() ?? [])];
    const batchSize = Math.ceil((sockets.length * batchPauseMs) / withinMs);
    for (let first = 0; first < sockets.length; first += batchSize) {
      for (const { conn } of sockets.slice(first, first + batchSize)) conn.close();
      await pause(batchPauseMs);
    }
  }

  /** socket.io delivers missed events before any middleware runs, so the session is checked before that. */
  #makeAdapter() {
    const { fanOut } = this;
    const recovery: Recovery = {
      forMs: recoveryMs,
      mayRecover: (data) => this.mayRecover(data as SocketData),
      disconnectAll: () => void this.closeGradually(reconnectWithinMs),
      refused: this.refused,
    };
    // A function, because socket.io calls it with `new`.
    return function adapterOf(namespace: Namespace): Adapter {
      return withWholeFrames(fanOut.createAdapter(namespace, recovery));
    };
  }

  /** A request without Origin is not from a browser, so no other page can be behind it. */
  #isAllowedOrigin({ headers }: IncomingMessage): boolean {
    const isAllowed = headers.origin === undefined || isAppOrigin(this.config, headers.origin, headers.host);
    if (!isAllowed) this.#warnOfOrigin();
    return isAllowed;
  }

  /** A wrong PUBLIC_URL shows by nothing else here. Without the origin itself, which anybody may send. */
  #warnOfOrigin(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#logger.warn(
      `A page at another address than ${this.config.publicUrl} asked for live updates and was refused. If people open the studio at another one, such as https:// instead of http://, set PUBLIC_URL to that; otherwise a page of another site has tried, and it has no effect. This is said once.`,
    );
  }
}

/** The part of Socket.IO's adapter that encodes a broadcast once for all websockets. */
interface Encoding {
  _encode(packet: object, options: { wsPreEncodedFrame?: Buffer[] }): unknown;
}

/** Joins head and payload of the encoded frame, so that each of thousands of sockets needs one write instead of two. */
function withWholeFrames(adapter: Adapter): Adapter {
  const encoding = adapter as unknown as Encoding;
  const encode = encoding._encode.bind(adapter);
  encoding._encode = (packet, options) => {
    const encoded = encode(packet, options);
    if (options.wsPreEncodedFrame) options.wsPreEncodedFrame = [Buffer.concat(options.wsPreEncodedFrame)];
    return encoded;
  };
  return adapter;
}

/** What the server stores per socket, also through a recovery. */
export interface SocketData {
  /** Null: the socket has no token. */
  caller: Caller | null;
  /** The network that an anonymous socket is counted for, see `networkOf`. */
  network: string;
}

export type StudioServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type StudioSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
