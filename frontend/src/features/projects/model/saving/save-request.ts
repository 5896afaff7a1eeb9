import {
  type Project,
  projectRoutes,
  type SaveKind,
  type VersionConflict,
} from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { PublishLimit } from '@studio/contract/publish-limit';
import { nanoid } from 'nanoid';
import { copyForeignMark } from '@/lib/foreign-code.ts';
import { type ApiError, mayHaveArrived, type Result } from '@/lib/http-client.ts';
import type { Notice, ProjectDependencies, ProjectState, SaveAttempt } from '../project-state.ts';
import type { Content } from '../working-project.ts';
import { changedFields, currentContent, isOwnSaved, sameContent } from '../working-project.ts';

/** Browsers limit requests that outlive the page to 64 KiB. */
const keepaliveBytes = 60 * 1_024;

/** Sends an attempt: a POST with an idempotency key, or a PUT of the changed fields, based on a version. */
export async function sendAttempt(
  { call, clientId, localStorage }: ProjectDependencies,
  { project, acknowledged }: ProjectState,
  { content, creates, isPublic, kind, idempotencyKey }: SaveAttempt,
  { signal, leaving }: { signal: AbortSignal; leaving: boolean },
): Promise<Result<Project>> {
  const headers = { 'x-client-id': clientId, 'x-save-kind': kind };
  if (creates || project.id === null) {
    const body = { ...content, isPublic };
    const response = await call(projectRoutes.createProject, {
      body,
      headers: { ...headers, 'idempotency-key': idempotencyKey },
      signal,
      keepalive: leaving && isSmall(body),
    });
    if (response.ok) copyForeignMark(localStorage, project.key, response.data.id);
    return response;
  }
  const body = changedFields(content, acknowledged);
  return call(projectRoutes.updateProject, {
    params: { id: project.id },
    body,
    headers: { ...headers, 'if-match': `"${project.version}"` },
    signal,
    keepalive: leaving && isSmall(body),
  });
}

/** The saved project as the attempt left it: one whose first response was lost may have been saved elsewhere since. */
export function asSent({ creates, content }: SaveAttempt, saved: Project): Project {
  return creates && saved.version > 1 ? { ...saved, ...content, version: 1 } : saved;
}

/** The server's project after a version conflict; null for every other error. */
export function conflictingProject({ code, body }: ApiError): Project | null {
  return code === 'version_conflict' ? (body as VersionConflict).current : null;
}

/**
 * Whether to repeat an attempt: it is unknown whether it arrived, the server could not handle it at the time, or its
 * session had ended.
 */
export function isRetryable(error: ApiError): boolean {
  const { status, code } = error;
  // A proxy's limit stays as well.
  if (code === 'publish_limit' || status === 413) return false;
  return mayHaveArrived(error) || [401, 408, 429].includes(status ?? 0);
}

/** The notice for a refused publication. */
export function publicationNotice({ body }: ApiError): Notice {
  const { publishableFrom, most, group } = body as PublishLimit;
  return { kind: 'publication', limit: { publishableFrom, most, group } };
}

function isSmall(body: object): boolean {
  return new TextEncoder().encode(JSON.stringify(body)).length < keepaliveBytes;
}

/** A new attempt to save the working copy. */
export function newAttempt(state: ProjectState, kind: SaveKind, asCopy: boolean): SaveAttempt {
  const creates = asCopy || !isOwnSaved(state);
  return {
    content: currentContent(state),
    creates,
    isPublic: creates && state.project.id === null && state.project.isPublic,
    kind,
    idempotencyKey: nanoid(),
  };
}

/** Whether an attempt creates a project other than the open one. */
export function isCopy(attempt: SaveAttempt, { project }: Pick<ProjectState, 'project'>): boolean {
  return attempt.creates && project.id !== null;
}

/** Whether an attempt stores no text, and only keeps the revision of what is stored. */
export function keepsRevision(
  { creates, replacement, content }: SaveAttempt,
  stored: Content | null,
): boolean {
  return !creates && !replacement && sameContent(content, stored);
}

/** Whether the present text is the one that was refused. */
export function isRejected(state: ProjectState): boolean {
  return state.rejection !== null && sameContent(currentContent(state), state.rejection.content);
}

/**
 * Whether a text may exceed the contract's limits, in UTF-8 bytes or UTF-16 units: a character has at most three bytes.
 * `describeExcess` knows whether it does.
 */
export function mayExceed({ html, css, js, title, description }: Content): boolean {
  const isLong = (text: string, limit: number) => text.length > limit;
  return (
    [html, css, js].some((text) => isLong(text, limits.sourceBytes / 3)) ||
    isLong(title, limits.titleLength) ||
    isLong(description, limits.descriptionLength)
  );
}
