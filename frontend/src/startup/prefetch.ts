import { restoreWindow } from '@studio/contract/durations';
import type { projectRoutes } from '@studio/contract/http/projects';
import { welcomeTitle } from '@/features/projects/model/project-address.ts';
import type { Data } from '@/lib/http-client.ts';
import { prefetch } from '@/lib/startup-handover.ts';
import { watchForLoadFailure } from './load-failure.ts';
import { storedObject } from './stored-values.ts';

/** The pending request for the project that the app will open. */
interface PrefetchedProject {
  id: string;
  response: Promise<Response>;
}

declare global {
  interface Window {
    /** Null if no stored project is opened; missing if no user is signed in. */
    prefetchedProject?: Promise<PrefetchedProject | null>;
  }
}

/* Inlined in the page (`index-html-plugins.ts`), to send these requests before any file is loaded (ADR 10). */
watchForLoadFailure();
const token = readToken();
if (token) window.prefetchedProject = prefetchProject(token);

async function prefetchProject(token: string): Promise<PrefetchedProject | null> {
  // The app makes the same request and reports errors.
  const id = await projectToOpen(token).catch(() => null);
  const asked = id === null ? null : { id, response: prefetch(`/api/projects/${id}`, token) };
  // After the project, which takes longer to process.
  void prefetch('/api/auth/me', token);
  return asked;
}

function readToken(): string | null {
  try {
    const token = localStorage.getItem('codestudio_token');
    // Older pages stored `undefined` for a missing token (specification: HTTP).
    return token === 'undefined' ? null : token;
  } catch {
    return null;
  }
}

/** The part of the stored project (specification: Local copies) that determines what is opened. */
interface StoredWorkingCopy {
  owner?: string;
  timestamp?: number;
  dirty?: boolean;
  unanswered?: unknown;
  project?: { id?: unknown };
}

/** The id of the stored project that the app will open here; null if there is none, or its stored text is newer. */
async function projectToOpen(token: string): Promise<string | null> {
  if (location.pathname !== '/') return projectId(/^\/project\/([^/]+)\/?$/.exec(location.pathname)?.[1]);
  const inTab: StoredWorkingCopy = storedObject('codestudio_current_project', 'sessionStorage');
  const workingCopy: StoredWorkingCopy = isRestored(inTab)
    ? inTab
    : storedObject('codestudio_current_project');
  if (isRestored(workingCopy))
    return workingCopy.dirty || workingCopy.unanswered ? null : projectId(workingCopy.project?.id);
  const query = new URLSearchParams({ search: welcomeTitle, limit: '1' });
  const list = await prefetch(`/api/projects/public?${query.toString()}`, token);
  if (!list.ok) return null;
  // The app reads the response, too.
  const { data } = (await list.clone().json()) as Data<typeof projectRoutes.listPublicProjects>;
  return projectId(data[0]?.id);
}

/** Whether the stored project is restored (specification: Local copies). */
function isRestored({ owner, timestamp = 0 }: StoredWorkingCopy): boolean {
  const user: { id?: string } = storedObject('codestudio_user');
  return Date.now() - timestamp < restoreWindow && (owner === undefined || owner === user.id);
}

function projectId(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-z]{16}$/.test(value) ? value : null;
}
