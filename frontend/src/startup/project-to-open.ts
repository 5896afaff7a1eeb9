import { restoreWindow } from '@studio/contract/limits';
import { welcomeTitle } from '@/features/projects/model/welcome-title.ts';
import { prefetch } from '@/lib/startup-handover.ts';
import { storedObject } from './stored-object.ts';

/** As much of the browser's own copy of the desk (CONTRACT 4) as decides what is opened. */
interface StoredWorkingCopy {
  owner?: string;
  timestamp?: number;
  dirty?: boolean;
  unanswered?: unknown;
  project?: { id?: unknown };
}

/** The stored project that the app will open at this address; null where it opens none, or has text that is newer. */
export async function projectToOpen(token: string): Promise<string | null> {
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
  // The app reads the answer too.
  const { data } = (await list.clone().json()) as { data: { id: string }[] };
  return projectId(data[0]?.id);
}

/** SPEC 4 Persistence and restore. */
function isRestored({ owner, timestamp = 0 }: StoredWorkingCopy): boolean {
  const user: { id?: string } = storedObject('codestudio_user');
  return Date.now() - timestamp < restoreWindow && (owner === undefined || owner === user.id);
}

function projectId(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-z]{16}$/.test(value) ? value : null;
}
