import type { ForumError } from '@studio/contract/http/auth';
import type { SessionStore } from '@/lib/session-store.ts';

/** How far the hand-over from the forum has come (SPEC 4 Single sign-on). */
export type HandOver =
  | { status: 'processing' }
  | { status: 'success' }
  /** Stays until the person acts. */
  | { status: 'error'; message: string };

const inWords: Record<ForumError, string> = {
  not_configured: 'This studio is not connected to a forum.',
  invalid_signature: 'The forum’s answer is not signed as it should be.',
  unknown_request: 'This sign-in was not started in this browser, or has been used already.',
  expired: 'The sign-in took too long.',
};

/**
 * Exchanges the token in the address of /discourse-auth for a session (SPEC 2, 5, 8; CONTRACT 5). Posts it once;
 * calling it again posts it again.
 */
export async function handOver(
  session: Pick<SessionStore, 'forumLogin'>,
  query: URLSearchParams,
): Promise<HandOver> {
  const code = query.get('error');
  if (code !== null) return failed(code in inWords ? inWords[code as ForumError] : '');
  const token = query.get('token');
  if (!token) return failed('No authentication token provided in URL parameters');
  const answer = await session.forumLogin(token);
  return answer.ok ? { status: 'success' } : failed(answer.error.message, answer.error);
}

function failed(message: string, details?: unknown): HandOver {
  const told = message || 'Authentication failed';
  console.error(told, ...(details === undefined ? [] : [details]));
  return { status: 'error', message: told };
}

/** Where the address says to go afterwards: a page of this studio other than this one, or null. */
export function nextPath(query: URLSearchParams, origin: string): string | null {
  const next = query.get('next') ?? '';
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return null;
  const url = new URL(next, origin);
  if (url.origin !== origin || url.pathname.startsWith('/discourse-auth')) return null;
  return url.pathname + url.search + url.hash;
}
