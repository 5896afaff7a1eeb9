import { authRoutes } from '@studio/contract/http/auth';
import type { QueryClient } from '@tanstack/react-query';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { ApiError, Call, Result } from '@/lib/http-client.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import type { SessionStore } from '@/lib/session-store.ts';
import type { SocketClient } from '@/lib/socket-client.ts';
import { toast } from '@/ui/toast/toast.ts';

/** Who administers, and what with. */
export interface AdminSource {
  call: Call;
  socket: SocketClient;
  session: SessionStore;
  localStorage: BrowserStorage;
}

/** Has the account read anew where a call was refused with 403: the right is gone then. */
export async function handleForbidden(
  { call, session }: Pick<AdminSource, 'call' | 'session'>,
  { status }: ApiError,
): Promise<void> {
  if (status !== 403) return;
  const answer = await call(authRoutes.me);
  if (answer.ok) session.renew(answer.data);
}

/** The client of the page, which heeds every refusal. */
export function callAsAdmin(source: Pick<AdminSource, 'call' | 'session'>): Call {
  const call = async (...given: Parameters<Call>): Promise<Result<unknown>> => {
    const answer = await source.call(...given);
    if (!answer.ok) void handleForbidden(source, answer.error);
    return answer;
  };
  return call as Call;
}

/** SPEC 8: what could not be loaded is told by a toast, whose title stands in the question's `meta`. */
export function createAdminClient(): QueryClient {
  return createQueryClient(({ message }, { meta }) => {
    if (typeof meta?.failure === 'string')
      toast({ title: meta.failure, description: message, tone: 'danger' });
  });
}

/** A list of the admin area is asked for again as a whole whatever has happened: only what is shown is fetched. */
export const adminKey = 'admin';

/** The answer, or an error for the list that shows it. */
export function dataOf<T>(answer: Result<T>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data;
}

/** What every list of the admin area is asked for. */
export interface ListQuestion {
  /** From 1. */
  page: number;
  search: string;
}

/** The part of a query string that all lists share. */
export function listQuery({ page, search }: ListQuestion) {
  return { page, ...(search !== '' && { search }) };
}
