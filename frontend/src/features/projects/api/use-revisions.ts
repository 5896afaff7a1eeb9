import {
  type Publication,
  type Revision,
  type RevisionName,
  type RevisionSummary,
  revisionRoutes,
} from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import type { Call, Result } from '@/lib/http-client.ts';
import type { ListSource } from './use-project-list.ts';

/**
 * All kept revisions of a project, newest first; they may take two requests (specification: Revisions). They are loaded
 * again with each version of the project: a save adds one, or changes the newest. Also when one was withdrawn in
 * another window, perhaps while the connection was gone.
 */
export function useRevisions({ call, socket }: ListSource, projectId: string, version: number) {
  const client = useQueryClient();
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: ['revisions', projectId] });
    const stops = [
      socket.on('version:withdrawn', (withdrawn) => withdrawn.projectId === projectId && readAgain()),
      socket.on('connect', readAgain),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [socket, client, projectId]);

  return useQuery({
    queryKey: ['revisions', projectId, version],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<RevisionSummary[]> {
      const kept: RevisionSummary[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { data, totalPages } = dataOrThrow(
          await call(revisionRoutes.listRevisions, {
            params: { id: projectId },
            query: { limit: limits.pageSizeMax, page },
            signal,
          }),
        );
        kept.push(...data);
        pages = totalPages;
      }
      return kept;
    },
  });
}

/** One revision with its code; not loaded while none is chosen. Automatic saves change its version. */
export function useRevision(
  call: Call,
  projectId: string,
  shown: Pick<RevisionSummary, 'rev' | 'version'> | undefined,
) {
  const rev = shown?.rev;
  return useQuery({
    queryKey: ['revision', projectId, rev, shown?.version],
    enabled: rev !== undefined,
    async queryFn({ signal }): Promise<Revision> {
      return dataOrThrow(
        await call(revisionRoutes.readRevision, {
          params: { id: projectId, rev: String(rev) },
          signal,
        }),
      );
    },
  });
}

/** Names a revision, or removes its name, and updates the list. */
export function useRevisionName(call: Call, projectId: string) {
  return useRevisionChange(projectId, ({ rev, ...body }: RevisionName & { rev: number }) =>
    call(revisionRoutes.nameRevision, { params: { id: projectId, rev: String(rev) }, body }),
  );
}

/** Publishes a revision and updates the list. */
export function usePublication(call: Call, projectId: string) {
  return useRevisionChange(projectId, ({ rev, ...body }: Publication & { rev: number }) =>
    call(revisionRoutes.publishRevision, { params: { id: projectId, rev: String(rev) }, body }),
  );
}

/** Withdraws a published version and updates the list. */
export function useWithdrawal(call: Call, projectId: string) {
  return useRevisionChange(projectId, (rev: number) =>
    call(revisionRoutes.withdrawRevision, { params: { id: projectId, rev: String(rev) } }),
  );
}

function useRevisionChange<C>(projectId: string, change: (wanted: C) => Promise<Result<RevisionSummary>>) {
  const client = useQueryClient();
  const queryKey = ['revisions', projectId];
  return useMutation({
    // Offline it fails, instead of waiting for the connection.
    networkMode: 'always',
    async mutationFn(wanted: C): Promise<RevisionSummary> {
      const result = await change(wanted);
      // The list is outdated, or the response to a stored change was lost.
      if (!result.ok) void client.invalidateQueries({ queryKey });
      return dataOrThrow(result);
    },
    onSuccess(changed) {
      client.setQueriesData<RevisionSummary[]>({ queryKey }, (list) =>
        list?.map((revision) => (revision.rev === changed.rev ? changed : revision)),
      );
    },
  });
}
