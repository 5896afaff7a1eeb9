import type { ProjectAudience } from '../../common/domain-events.js';
import type { Caller } from '../../common/http/caller.js';
import { idPattern } from '../../common/ids.js';

/** All sockets of one user. */
export const userRoom = (userId: string) => `user:${userId}`;
/** All sockets of one session. */
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
/** All sockets of signed-in users. */
export const signedInRoom = 'signed-in';
/** All sockets of admins. */
export const adminsRoom = 'admins';
/** Pages that list the project. */
export const browseRoom = (projectId: string) => `browse:${projectId}`;

/** Pages that were opened by this link. */
export const linkRoom = (linkId: string) => `link:${linkId}`;
/** Pages that were opened by any link to the project. */
export const linksRoom = (projectId: string) => `links:${projectId}`;

/** Whether this is a room of pages that were opened by a link. */
export function isLinkRoom(room: string): boolean {
  return /^links?:/.test(room);
}

/** The rooms that every socket of this caller joins. */
export function ownRooms({ userId, sessionId, isAdmin }: Caller): string[] {
  return [userRoom(userId), sessionRoom(sessionId), signedInRoom, ...(isAdmin ? [adminsRoom] : [])];
}

/** Why a socket may follow a project: as its owner or an admin, as a signed-in user, or without an account. */
type WatcherRole = 'trusted' | 'reader' | 'embed';

const watchRoom = (projectId: string, role: WatcherRole) => `project:${projectId}:${role}`;
export const readersRoom = (projectId: string) => watchRoom(projectId, 'reader');
export const embedsRoom = (projectId: string) => watchRoom(projectId, 'embed');

/** All rooms of a project's watchers. */
export function watchRooms(projectId: string): string[] {
  return (['trusted', 'reader', 'embed'] as const).map((role) => watchRoom(projectId, role));
}

/** The room that this caller joins to follow a project. */
export function watchRoomFor(caller: Caller | null, { projectId, ownerId }: ProjectAudience): string {
  if (caller === null) return watchRoom(projectId, 'embed');
  return watchRoom(projectId, caller.isAdmin || caller.userId === ownerId ? 'trusted' : 'reader');
}

const watchRoomName = new RegExp(`^project:(${idPattern}):`);
const browseRoomName = new RegExp(`^browse:(${idPattern})$`);

/** The project of a watch room, or null for any other room. */
export function projectOfRoom(room: string): string | null {
  return watchRoomName.exec(room)?.[1] ?? null;
}

/** The project of a browse room, or null for any other room. */
export function projectOfBrowseRoom(room: string): string | null {
  return browseRoomName.exec(room)?.[1] ?? null;
}

/**
 * The rooms of watchers who may see the project as it is now. Rooms are chosen when an event is sent, so that nothing
 * is stored for a socket that reconnects after it has lost its right.
 */
export function watchersOf(project: ProjectAudience): string[] {
  const rooms = [watchRoom(project.projectId, 'trusted')];
  if (project.isPublic) rooms.push(readersRoom(project.projectId));
  if (project.isPublic || project.isEmbeddable) rooms.push(embedsRoom(project.projectId));
  return rooms;
}
