import { projectRoutes } from '@studio/contract/http/projects';
import { reportRoutes, type Takedown } from '@studio/contract/http/reports';
import type { ApiError, Call } from '@/lib/http-client.ts';

/** How one's own project stands with the moderators. */
export type Standing = { state: 'down'; takedown: Takedown } | { state: 'back' } | { state: 'gone' };

/** Asks why a project was taken down; where it is not, whether it is there at all. @throws what the server says */
export async function readStanding(call: Call, projectId: string, signal: AbortSignal): Promise<Standing> {
  const asked = { params: { id: projectId }, signal };
  const takedown = await call(reportRoutes.readTakedown, asked);
  if (takedown.ok) return { state: 'down', takedown: takedown.data };
  if (takedown.error.status !== 404) throw failure(takedown.error);
  const project = await call(projectRoutes.readProject, asked);
  if (project.ok) return { state: 'back' };
  if (project.error.status !== 404) throw failure(project.error);
  return { state: 'gone' };
}

function failure({ message }: ApiError): Error {
  return new Error(message);
}
