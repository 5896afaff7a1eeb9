import type { ClientToServerEvents, ServerToClientEvents } from '@studio/contract/realtime';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Caller } from '../../common/http/caller.js';

/** What the server remembers of a socket; kept through a recovery. */
export interface SocketData {
  /** Null: no token was given. */
  caller: Caller | null;
  /** Whom an anonymous socket counts as, see `networkOf`. */
  network: string;
}

export type StudioServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type StudioSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
