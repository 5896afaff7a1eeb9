import { linkRoutes, type ProjectLink } from '@studio/contract/links';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOrThrow } from '@/lib/data-or-throw.ts';
import type { Call } from '@/lib/http-client.ts';
import { createOnce } from '../model/create-once.ts';

const keyOf = (projectId: string) => ['links', projectId];

/** Links to a project. Times are in ms by the clock of the server, which ends links: that of a device may be wrong. */
export interface KnownLinks {
  links: ProjectLink[];
  loadedAt: number;
  now: () => number;
}

/** The links to one's own project, loaded each time the dialog is opened. */
export function useLinks(call: Call, projectId: string) {
  return useQuery({
    queryKey: keyOf(projectId),
    async queryFn({ signal }): Promise<KnownLinks> {
      const response = await call(linkRoutes.listLinks, { params: { id: projectId }, signal });
      const { links, now } = dataOrThrow(response);
      const loadedAt = Date.parse(now);
      // Not by performance.now(), which stops while the device sleeps.
      const ahead = loadedAt - Date.now();
      return { links, loadedAt, now: () => ahead + Date.now() };
    },
  });
}

const dayMs = 86_400_000;

/** Creates a link and adds it to the list, once although a response may be lost. Its data are the response. */
export function useNewLink(call: Call, projectId: string, now: () => number) {
  const [create] = useState(() => createOnce<ProjectLink>());
  return useLinkChange(projectId, ({ name, days }: { name: string; days: number | null }) => {
    const expiresAt = days === null ? null : new Date(now() + days * dayMs).toISOString();
    return create(`${days} ${name}`, (headers) =>
      call(linkRoutes.createLink, { params: { id: projectId }, body: { name, expiresAt }, headers }),
    );
  });
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
