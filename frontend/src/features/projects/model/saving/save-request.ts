import {
  type Project,
  projectRoutes,
  type SaveKind,
  type VersionConflict,
} from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import type { PublishLimit } from '@studio/contract/publish-limit';
import { nanoid } from 'nanoid';
import type { ApiError, Result } from '@/lib/http-client.ts';
import type { Notice, ProjectDependencies, ProjectState, SaveAttempt } from '../project-state.ts';
import type { Content } from '../working-project.ts';
import { changedFields, contentOf, currentContent, isOwnSaved, sameContent } from '../working-project.ts';

/** Browsers take at most 64 KiB in requests that outlive the page. */
const keepaliveBytes = 60 * 1_024;

/** Sends an attempt: a POST that may be repeated by its key, or a PUT of the changed fields that stands on a version. */
export function sendAttempt(
  { call, clientId }: ProjectDependencies,
  { project, acknowledged }: ProjectState,
  { content, creates, isPublic, kind, idempotencyKey }: SaveAttempt,
  { signal, leaving }: { signal: AbortSignal; leaving: boolean },
): Promise<Result<Project>> {
  const headers = { 'x-client-id': clientId, 'x-save-kind': kind };
  if (creates || project.id === null) {
    const body = { ...content, isPublic };
    return call(projectRoutes.createProject, {
      body,
      headers: { ...headers, 'idempotency-key': idempotencyKey },
      signal,
      keepalive: leaving && isSmall(body),
    });
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

/** What the server holds in place of the version that was saved upon; null for every other error. */
export function conflictingProject({ code, body }: ApiError): Project | null {
  return code === 'version_conflict' ? (body as VersionConflict).current : null;
}

/** Nobody can say whether this attempt arrived, or the server could not take it just now: the same one again is right. */
export function isRetryable({ status, code }: ApiError): boolean {
  if (code === 'publish_limit') return false;
  return status === null || status === 408 || status === 429 || status >= 500 || code === 'unreadable_answer';
}

/** What the answer to a refused publication says. */
export function publicationNotice({ body }: ApiError): Notice {
  const { publishableFrom, most, group } = body as PublishLimit;
  return { kind: 'publication', limit: { publishableFrom, most, group } };
}

function isSmall(body: object): boolean {
  return new TextEncoder().encode(JSON.stringify(body)).length < keepaliveBytes;
}

/** What a save of the working copy would send. */
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

/** Whether an attempt makes another project than the open one. */
export function isCopy(attempt: SaveAttempt, { project }: Pick<ProjectState, 'project'>): boolean {
  return attempt.creates && project.id !== null;
}

/** Whether a save of what is on screen would be the one that was refused. */
export function isRejected(state: ProjectState): boolean {
  return state.rejection !== null && sameContent(currentContent(state), state.rejection.content);
}

/** What to say of it now: of a text that was changed since, how much is too much still. */
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

/** What is longer than the contract allows, by how much; null where everything fits. Sizes are UTF-8 bytes, lengths UTF-16 units. */
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
  return `${what} has ${number(count)} of at most ${number(limit)} ${unit}: ${number(count - limit)} too many.`;
}

const number = (value: number) => value.toLocaleString('en');

/** Looked at closely only where it could be too much. */
function sizeOf(text: string): number {
  return text.length * 3 <= limits.sourceBytes ? text.length : new TextEncoder().encode(text).length;
}
