import { type Project, projectRoutes } from '@studio/contract/http/projects';
import { reportRoutes } from '@studio/contract/http/reports';
import { useQuery } from '@tanstack/react-query';
import type { Call } from '@/lib/http-client.ts';
import { adminKey, dataOf } from './admin-client.ts';

/** Anybody's project with its code, which admins may read (specification: Roles). Disabled while `id` is null. */
export function useProject(call: Call, id: string | null) {
  return useQuery({
    queryKey: [adminKey, 'project', id],
    enabled: id !== null,
    queryFn: async ({ signal }): Promise<Project> => {
      const project = dataOf(await call(projectRoutes.readProject, { params: { id: id ?? '' }, signal }));
      if (!('userId' in project)) throw new Error('The project was read as an embed.');
      return project;
    },
  });
}

/** The code as it was when the report was filed. */
export function useEvidence(call: Call, reportId: string) {
  return useQuery({
    queryKey: ['evidence', reportId],
    queryFn: async ({ signal }) =>
      dataOf(await call(reportRoutes.reportEvidence, { params: { id: reportId }, signal })),
  });
}
