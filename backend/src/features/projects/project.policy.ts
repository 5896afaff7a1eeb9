import { ApiError, notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import type { HidingReason } from './project.entity.js';

/** The fields of a project that rights depend on. */
export interface ProjectRights {
  ownerId: string;
  isPublic: boolean;
  isEmbeddable: boolean;
}

/** Everybody may read public projects, owners their own, and admins all (specification: Roles). */
export function mayRead(project: ProjectRights, caller: Caller | null): boolean {
  return project.isPublic || isOwn(project, caller) || caller?.isAdmin === true;
}

/** Anybody may embed an embeddable project, even one that is not public. */
export function mayEmbed(project: Pick<ProjectRights, 'isEmbeddable'>): boolean {
  return project.isEmbeddable;
}

/**
 * Whether a save that changed these fields has published the project: made it public, or made a private one embeddable.
 */
export function hasPublished(project: ProjectRights, changed: readonly string[]): boolean {
  if (project.isPublic) return changed.includes('isPublic');
  return project.isEmbeddable && changed.includes('isEmbeddable');
}

/** Anybody with a link to a project may see its preview (specification: Link previews). */
export function mayPreviewLink(project: ProjectRights): boolean {
  return project.isPublic || project.isEmbeddable;
}

/**
 * Callers may watch what they may read. Embeds, which have no session, may also watch embeddable projects
 * (specification: Sockets).
 */
export function mayWatch(project: ProjectRights, caller: Caller | null): boolean {
  return mayRead(project, caller) || (caller === null && mayEmbed(project));
}

/** The owner's own views and an admin's are never counted. */
export function countsAsView(project: ProjectRights, caller: Caller | null): boolean {
  return !isOwn(project, caller) && caller?.isAdmin !== true;
}

/** @throws ApiError 404 if the caller may not read it, 403 if it is somebody else's. */
export function assertMayChange(project: ProjectRights, caller: Caller): void {
  if (isOwn(project, caller)) return;
  assertMayRead(project, caller);
  throw new ApiError(
    403,
    'forbidden',
    'Only the owner of a project can change it. Save a copy of it instead.',
  );
}

/** @throws ApiError 403 if the owner of a hidden project publishes it. */
export function assertMayPublish(project: ProjectRights, hidingReason: HidingReason | null): void {
  if (hidingReason !== null && (project.isPublic || project.isEmbeddable))
    throw new ApiError(
      403,
      'taken_down',
      'The moderators took this project down. Nobody else can see it until they restore it.',
    );
}

/** @throws ApiError 403 if the project is hidden. */
export function assertMayHavePicture(hidingReason: HidingReason | null | undefined): void {
  if (hidingReason)
    throw new ApiError(
      403,
      'taken_down',
      'This project is hidden from others, so its picture cannot be stored.',
    );
}

/** @throws ApiError 404 if the caller may not read it, 403 if it is somebody else's. */
export function assertMayReadHistory(project: ProjectRights, caller: Caller): void {
  if (isOwn(project, caller) || caller.isAdmin) return;
  assertMayRead(project, caller);
  throw new ApiError(403, 'forbidden', 'Only the owner of a project can see its history.');
}

/** @throws ApiError 404 */
export function assertMayRead(project: ProjectRights, caller: Caller | null): void {
  if (!mayRead(project, caller)) throw notFound();
}

/** Admins can read others' private projects, but not like them. @throws ApiError 404, 403 */
export function assertMayLike(project: ProjectRights, caller: Caller): void {
  assertMayRead(project, caller);
  if (!project.isPublic && !isOwn(project, caller))
    throw new ApiError(403, 'not_public', 'Only public projects can be liked.');
}

/** @throws ApiError 404 for another's private project, 403 for one's own private one. */
export function assertMayFork(project: ProjectRights, caller: Caller): void {
  assertMayRead(project, caller);
  if (!project.isPublic) throw new ApiError(403, 'not_public', 'Only public projects can be forked.');
}

/** @throws ApiError 404 if the caller may not read it, 403 if it is somebody else's or was taken down. */
export function assertMayDuplicate(
  project: ProjectRights,
  hidingReason: HidingReason | null,
  caller: Caller,
): void {
  if (!isOwn(project, caller)) {
    assertMayRead(project, caller);
    throw new ApiError(403, 'forbidden', 'Only its owner can duplicate a project. Others can fork it.');
  }
  if (hidingReason === 'takedown')
    throw new ApiError(403, 'taken_down', 'The moderators took this project down, so it cannot be copied.');
}

function isOwn(project: ProjectRights, caller: Caller | null): boolean {
  return caller?.userId === project.ownerId;
}
