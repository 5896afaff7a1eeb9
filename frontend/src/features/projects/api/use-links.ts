import { type LinkInput, linkRoutes, type ProjectLink } from '@studio/contract/links';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import type { Call } from '@/lib/http-client.ts';

const keyOf = (projectId: string) => ['links', projectId];

/** The links to one's own project, loaded each time the dialog is opened. */
export function useLinks(call: Call, projectId: string) {
  return useQuery({
    queryKey: keyOf(projectId),
    async queryFn({ signal }): Promise<ProjectLink[]> {
      return dataOrThrow(await call(linkRoutes.listLinks, { params: { id: projectId }, signal })).links;
    },
  });
}

/** Creates a link and adds it to the list; its data are the response, which can be a refusal. */
export function useNewLink(call: Call, projectId: string) {
  return useLinkChange(projectId, (body: LinkInput) =>
    call(linkRoutes.createLink, { params: { id: projectId }, body }),
  );
}

/** Revokes a link by its id and removes it from the list, even if it was already revoked elsewhere. */
export function useRevocation(call: Call, projectId: string) {
  return useLinkChange(projectId, async (linkId: string) => {
    const response = await call(linkRoutes.revokeLink, { params: { id: projectId, linkId } });
    return !response.ok && response.error.code === 'not_found' ? undefined : dataOrThrow(response);
  });
}

function useLinkChange<C, D>(projectId: string, mutationFn: (wanted: C) => Promise<D>) {
  const client = useQueryClient();
  return useMutation({
    // Offline it fails, instead of waiting for the connection.
    networkMode: 'always',
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(projectId) }),
  });
}
