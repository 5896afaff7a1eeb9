import { type ForumError, forumRoutes, SignedInAsOther } from '@studio/contract/http/forum';
import { isSignIn, loggedOut, readToken, type SessionStore, tokenKey } from '@/lib/browser-session.ts';
import type { BrowserStorage } from '@/lib/browser-storage.ts';
import type { ApiError, Call } from '@/lib/http-client.ts';

/** The state of signing in through the forum (specification: Forum sign-in). */
export type ForumSignIn =
  | { status: 'processing' }
  | { status: 'success' }
  /** Another account is signed in: the user has to choose. */
  | { status: 'question'; current: string; arriving: string }
  /** `isFinal`: the server has answered and may have used up the token, so the same address may fail again. */
  | { status: 'error'; message: string; isFinal: boolean };

const inWords: Record<ForumError, string> = {
  not_configured: 'This studio is not connected to a forum.',
  invalid_signature: 'The forum’s answer is not signed as it should be.',
  incomplete_answer: 'The forum did not say who you are.',
  unknown_request: 'This sign-in was not started in this browser, or has been used already.',
  expired: 'The sign-in took too long.',
};

interface ForumSignInParts {
  call: Call;
  session: SessionStore;
  localStorage: BrowserStorage;
}

/**
 * Exchanges the token in the URL of /discourse-auth for a session (specification: Forum sign-in). A token can be used
 * once. If another account is signed in, the result is a question first.
 * @param replaced the name of the signed-in user that the user agreed to sign out; if somebody else has signed in since,
 *   the server asks again
 */
export async function signInFromForum(
  { call, session, localStorage }: ForumSignInParts,
  query: URLSearchParams,
  replaced: string | null = null,
): Promise<ForumSignIn> {
  const code = query.get('error');
  if (code !== null) return failed(Object.hasOwn(inWords, code) ? inWords[code as ForumError] : '', true);
  const token = query.get('token');
  if (!token) return failed('No authentication token provided in URL parameters', true);
  const isStillThere = (session.getState().user?.username ?? replaced) === replaced;
  const replaceSession = replaced !== null && isStillThere;
  const post = () =>
    call(forumRoutes.forumLogin, { body: { token, ...(replaceSession ? { replaceSession } : {}) } });
  const restore = replaceSession ? withdrawSession(session, localStorage) : () => undefined;
  let response = await post();
  // The stored session has expired and is removed by now: try again without it.
  if (!response.ok && response.error.code === 'unauthorized') response = await post();
  if (!response.ok || !isSignIn(response.data)) restore();
  const other = response.ok ? null : otherSession(response.error);
  if (other) return { status: 'question', current: other.current, arriving: other.arriving };
  if (!response.ok && (response.error.status ?? 400) >= 400)
    return failed(response.error.message, response.error.status !== null, response.error);
  if (!response.ok || !isSignIn(response.data))
    return failed('Invalid response: missing access_token or user data', true, response);
  session.begin(response.data);
  return { status: 'success' };
}

/** The URL that starts signing in through the forum; the server validates `next`. */
export function startAddress(next: string): string {
  return `/api${forumRoutes.discourseStart.path}?${new URLSearchParams({ next }).toString()}`;
}

/**
 * Tells the other tabs that the session is over before the server ends it: they would take that for an end from
 * outside, and lead whoever comes next to their projects. @returns puts the session back, unless it has ended.
 */
function withdrawSession(session: SessionStore, storage: BrowserStorage): () => void {
  const { token } = session.getState();
  if (token === null || readToken(storage) !== token) return () => undefined;
  storage.write(tokenKey, loggedOut);
  storage.remove(tokenKey);
  return () => {
    if (session.getState().token === token && readToken(storage) === null) storage.write(tokenKey, token);
  };
}

function otherSession({ code, body }: ApiError): SignedInAsOther | null {
  return code === 'signed_in_as_other' ? (SignedInAsOther.safeParse(body).data ?? null) : null;
}

function failed(message: string, isFinal: boolean, details?: unknown): ForumSignIn {
  const text = message || 'Authentication failed';
  console.error(text, ...(details === undefined ? [] : [details]));
  return { status: 'error', message: text, isFinal };
}
