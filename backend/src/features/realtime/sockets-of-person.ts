import type { Caller } from '../../common/http/caller.js';
import { userRoom } from './rooms.js';
import type { StudioSocket } from './studio-socket.js';

/** Of one person, in one process. */
export const socketsPerUser = 100;

/** Whether a socket that has joined its person's room is one more than they may have. */
export function isOneTooMany({ nsp }: StudioSocket, { userId }: Caller): boolean {
  return (nsp.adapter.rooms.get(userRoom(userId))?.size ?? 0) > socketsPerUser;
}
