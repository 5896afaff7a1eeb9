import type { Caller } from '../../common/caller.js';
import { userRoom } from './rooms.js';
import type { StudioSocket } from './studio-socket.js';

/** Of one person, on all replicas together. */
export const socketsPerUser = 100;
/** Whoever has no more than these here is not looked for elsewhere: nearly everybody. */
const unquestioned = 20;

/** Whether a socket that has joined its person's room is one more than they may have. */
export async function isOneTooMany({ nsp }: StudioSocket, { userId }: Caller): Promise<boolean> {
  const room = userRoom(userId);
  const here = nsp.adapter.rooms.get(room)?.size ?? 0;
  if (here <= unquestioned) return false;
  return here > socketsPerUser || (await nsp.in(room).fetchSockets()).length > socketsPerUser;
}
