import { authRoutes } from '@studio/contract/http/auth';
import type { SessionStore } from './browser-session.ts';
import type { Call } from './http-client.ts';
import type { SocketClient } from './socket-client.ts';

/** Milliseconds: far less than a session lasts, and a call that nobody notices. */
const renewEvery = 4 * 3_600_000;

/** What somebody does who uses the page; `visibilitychange` is coming back to it. */
const signsOfUse = ['keydown', 'pointerdown', 'visibilitychange'] as const;

interface SessionRenewalParts {
  call: Call;
  session: SessionStore;
  socket: SocketClient;
  now: () => number;
}

/**
 * While a page is in use it has its session slide, every four hours at most (specification: Session): one that is open
 * for weeks stays signed in, one that nobody looks at does not. Without an answer the next sign of use tries again.
 * Where the server has closed the socket, somebody may be an admin now, or none any more: that is asked at once.
 * The returned function ends it.
 */
export function renewSessionInUse({ call, session, socket, now }: SessionRenewalParts): () => void {
  let renewed = now();
  let asking = false;

  async function use() {
    if (!document.hidden && now() - renewed >= renewEvery) await renew();
  }

  async function renew() {
    if (asking || !session.getState().user) return;
    asking = true;
    const answer = await call(authRoutes.me);
    asking = false;
    if (!answer.ok) return;
    renewed = now();
    session.renew(answer.data);
  }

  const listen = () => void use();
  for (const sign of signsOfUse) document.addEventListener(sign, listen, { capture: true, passive: true });
  // The browser has brought back a page that it had put aside: what other tabs stored meanwhile, it was not told.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void session.followStorage();
  };
  addEventListener('pageshow', comeBack);
  const stopHearing = socket.on('dismissed', () => void renew());
  return () => {
    stopHearing();
    removeEventListener('pageshow', comeBack);
    for (const sign of signsOfUse) document.removeEventListener(sign, listen, { capture: true });
  };
}
