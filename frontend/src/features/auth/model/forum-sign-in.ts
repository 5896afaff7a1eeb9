import type { SignIn } from '@studio/contract/http/auth';
import { type ForumError, forumRoutes, SignedInAsOther } from '@studio/contract/http/forum';
import type { ApiError, Call, Result } from '@/lib/http-client.ts';
import type { SessionStore } from '@/lib/session-store.ts';

/** How far the hand-over from the forum has come (SPEC 4 Single sign-on). */
export type ForumSignIn =
  | { status: 'processing' }
  | { status: 'success' }
  /** Somebody else is signed in here: nothing happens until the person says which of the two it is to be. */
  | { status: 'question'; current: string; arriving: string }
  /** Stays until the person acts. `isFinal`: the same address would end like this again. */
  | { status: 'error'; message: string; isFinal: boolean };

const inWords: Record<ForumError, string> = {
  not_configured: 'This studio is not connected to a forum.',
  invalid_signature: 'The forum’s answer is not signed as it should be.',
  incomplete_answer: 'The forum did not say who you are.',
  unknown_request: 'This sign-in was not started in this browser, or has been used already.',
  expired: 'The sign-in took too long.',
};

/**
 * Exchanges the token in the address of /discourse-auth for a session (SPEC 2, 5, 8; CONTRACT 5). A token is good for
 * one post: calling this again posts it again. Where somebody else is signed in, the answer is a question first, and
 * `replaceSession` what the person has answered.
 */
export async function signInFromForum(
  { call, session }: { call: Call; session: SessionStore },
  query: URLSearchParams,
  replaceSession = false,
): Promise<ForumSignIn> {
  const code = query.get('error');
  if (code !== null) return failed(Object.hasOwn(inWords, code) ? inWords[code as ForumError] : '', true);
  const token = query.get('token');
  if (!token) return failed('No authentication token provided in URL parameters', true);
  const post = () =>
    call(forumRoutes.forumLogin, { body: { token, ...(replaceSession ? { replaceSession } : {}) } });
  let answer = await post();
  // The session that was here is over: that is forgotten by now, and nobody is replaced.
  if (!answer.ok && answer.error.code === 'unauthorized') answer = await post();
  const other = answer.ok ? null : otherSession(answer.error);
  if (other) return { status: 'question', current: other.current, arriving: other.arriving };
  if (!answer.ok && (answer.error.status ?? 400) >= 400)
    return failed(answer.error.message, isRefusal(answer.error.status), answer.error);
  if (!isComplete(answer))
    return failed('Invalid response: missing access_token or user data', false, answer);
  session.begin(answer.data);
  return { status: 'success' };
}

/** Where the forum is asked once more; `next` as the address has it: the studio checks it again. */
export function startAddress(next: string): string {
  return `/api${forumRoutes.discourseStart.path}?${new URLSearchParams({ next }).toString()}`;
}

function otherSession({ code, body }: ApiError): SignedInAsOther | null {
  return code === 'signed_in_as_other' ? (SignedInAsOther.safeParse(body).data ?? null) : null;
}

function isRefusal(status: number | null): boolean {
  return status !== null && status < 500;
}

/** What answers in place of the studio, such as a proxy, may say 200 to anything. */
function isComplete(answer: Result<Partial<SignIn> | null>): answer is { ok: true; data: SignIn } {
  return answer.ok && Boolean(answer.data?.access_token && answer.data.user);
}

function failed(message: string, isFinal: boolean, details?: unknown): ForumSignIn {
  const text = message || 'Authentication failed';
  console.error(text, ...(details === undefined ? [] : [details]));
  return { status: 'error', message: text, isFinal };
}
