import { authRoutes } from '@studio/contract/http/auth';
import type { Call } from './http-client.ts';
import type { SessionStore } from './session-store.ts';

/** Milliseconds: far less than a session lasts, and a call that nobody notices. */
const renewEvery = 4 * 3_600_000;

/** What somebody does who uses the page; `visibilitychange` is coming back to it. */
const signsOfUse = ['keydown', 'pointerdown', 'visibilitychange'] as const;

interface KeptSession {
  call: Call;
  session: SessionStore;
  now: () => number;
}

/**
 * While a page is in use it has its session slide, every four hours at most (CONTRACT 2, GET /auth/me): one that is open
 * for weeks stays signed in, one that nobody looks at does not. Without an answer the next sign of use tries again.
 * The returned function ends it.
 */
export function keepSession({ call, session, now }: KeptSession): () => void {
  let renewed = now();
  let asking = false;

  async function use() {
    const { user } = session.getState();
    if (asking || !user || document.hidden || now() - renewed < renewEvery) return;
    asking = true;
    const answer = await call(authRoutes.me);
    asking = false;
    if (!answer.ok) return;
    renewed = now();
    session.renew(answer.data);
  }

  const listen = () => void use();
  for (const sign of signsOfUse) document.addEventListener(sign, listen, { capture: true, passive: true });
  return () => {
    for (const sign of signsOfUse) document.removeEventListener(sign, listen, { capture: true });
  };
}
