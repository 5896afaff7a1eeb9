import {
  type Project,
  projectRoutes,
  type SaveKind,
  type VersionConflict,
} from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { PublishLimit } from '@studio/contract/publish-limit';
import { nanoid } from 'nanoid';
import { numberText } from '@/lib/count-of.ts';
import { copyForeignMark } from '@/lib/foreign-code.ts';
import type { ApiError, Result } from '@/lib/http-client.ts';
import type { Notice, ProjectDependencies, ProjectState, SaveAttempt } from '../project-state.ts';
import type { Content } from '../working-project.ts';
import { changedFields, contentOf, currentContent, isOwnSaved, sameContent } from '../working-project.ts';

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
export function isRetryable({ status, code }: ApiError): boolean {
  if (code === 'publish_limit') return false;
  return status === null || [401, 408, 429].includes(status) || status >= 500 || code === 'unreadable_answer';
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

/** Whether the present text is the one that was refused. */
export function isRejected(state: ProjectState): boolean {
  return state.rejection !== null && sameContent(currentContent(state), state.rejection.content);
}

/** The reason to show now; for a text changed since, by how much it still exceeds the limit. */
export function rejectionReason({ rejection, project }: ProjectState): string | null {
  return rejection?.kind === 'limit' ? describeExcess(contentOf(project)) : (rejection?.reason ?? null);
}

const sources = [
  ['html', 'HTML'],
  ['css', 'CSS'],
  ['js', 'JavaScript'],
] as const;
const texts = [
  ['title', 'title', limits.titleLength],
  ['description', 'description', limits.descriptionLength],
] as const;

/** What exceeds the contract's limits (UTF-8 bytes or UTF-16 units), and by how much; null if everything fits. */
export function describeExcess(content: Content): string | null {
  const found = [
    ...sources.map(([field, name]) =>
      tooMany(`The ${name}`, sizeOf(content[field]), limits.sourceBytes, 'bytes (1 MiB)'),
    ),
    ...texts.map(([field, name, limit]) =>
      tooMany(`The ${name}`, content[field].length, limit, 'characters'),
    ),
  ].filter((sentence) => sentence !== null);
  return found.length === 0 ? null : found.join(' ');
}

function tooMany(what: string, count: number, limit: number, unit: string): string | null {
  if (count <= limit) return null;
  return `${what} has ${numberText(count)} of at most ${numberText(limit)} ${unit}: ${numberText(count - limit)} too many.`;
}

/** Encodes the text only if it could exceed the limit. */
function sizeOf(text: string): number {
  return text.length * 3 <= limits.sourceBytes ? text.length : new TextEncoder().encode(text).length;
}
