import { authRoutes } from '@studio/contract/http/auth';
import type { QueryClient } from '@tanstack/react-query';
import type { SessionStore } from '@/lib/browser-session.ts';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { ApiError, Call, Result } from '@/lib/http-client.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { toast } from '@/ui/toast/toast.ts';

/** The account of an admin, and what the admin area works with. */
export interface AdminSource {
  call: Call;
  socket: SocketClient;
  session: SessionStore;
  localStorage: BrowserStorage;
}

/** Reloads the account after a 403: the admin right may have been revoked. */
export async function handleForbidden(
  { call, session }: Pick<AdminSource, 'call' | 'session'>,
  { status }: ApiError,
): Promise<void> {
  if (status !== 403) return;
  const response = await call(authRoutes.me);
  if (response.ok) session.renew(response.data);
}

/** The page's HTTP client, which calls `handleForbidden` on every error. */
export function callAsAdmin(source: Pick<AdminSource, 'call' | 'session'>): Call {
  const call = async (...given: Parameters<Call>): Promise<Result<unknown>> => {
    const response = await source.call(...given);
    if (!response.ok) void handleForbidden(source, response.error);
    return response;
  };
  return call as Call;
}

/** A failed query shows a toast (specification: Toasts); its title is in the query's `meta`. */
export function createAdminClient(): QueryClient {
  return createQueryClient(({ message }, { meta }) => {
    if (typeof meta?.failure === 'string')
      toast({ title: meta.failure, description: message, tone: 'danger' });
  });
}

/** The first part of all query keys of the admin area, so that they can be invalidated together. */
export const adminKey = 'admin';

/** What every query of a list has. */
export interface AdminListQuery {
  /** From 1. */
  page: number;
  search: string;
}

/** The query parameters that all lists share. */
export function listQuery({ page, search }: AdminListQuery) {
  return { page, ...(search !== '' && { search }) };
}
