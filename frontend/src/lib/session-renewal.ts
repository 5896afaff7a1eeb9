import { authRoutes, User } from '@studio/contract/http/auth';
import { type SessionStore, userKey } from './browser-session.ts';
import type { BrowserStorage } from './browser-storage.ts';
import type { Call } from './http-client.ts';
import type { SocketClient } from './socket-client.ts';

/** Milliseconds: much less than a session lasts, and rare enough to cost nothing. */
const renewalIntervalMs = 4 * 3_600_000;

/** Events that show that the page is used; `visibilitychange`: returning to it. */
const signsOfUse = ['keydown', 'pointerdown', 'visibilitychange'] as const;

interface SessionRenewalParts {
  call: Call;
  session: SessionStore;
  socket: SocketClient;
  localStorage: BrowserStorage;
  now: () => number;
}

/**
 * Extends the session while the page is used, every four hours at most (specification: Session): a page in use for
 * weeks stays signed in, an unused one does not. Without a response it tries again at the next sign of use. The admin
 * right may have changed when the server has closed the socket, so the user is loaded at once, and during any other
 * gap, so the user is loaded at the next sign of use. What another tab stores of the user is taken over. The returned
 * function ends it.
 */
export function renewSessionInUse({
  call,
  session,
  socket,
  localStorage,
  now,
}: SessionRenewalParts): () => void {
  /** In ms; 0: the user has to be loaded at the next sign of use. */
  let renewed = now();
  let isRenewing = false;
  let hasConnected = false;

  async function use() {
    if (!document.hidden && now() - renewed >= renewalIntervalMs) await renew();
  }

  async function renew() {
    if (isRenewing || !session.getState().user) return;
    isRenewing = true;
    const result = await call(authRoutes.me);
    isRenewing = false;
    if (!result.ok) return;
    renewed = now();
    session.renew(result.data);
  }

  const listen = () => void use();
  for (const sign of signsOfUse) document.addEventListener(sign, listen, { capture: true, passive: true });
  // The browser has restored the page from its back/forward cache, where it received no storage events.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void session.followStorage();
  };
  addEventListener('pageshow', comeBack);
  const takeOver = ({ key }: StorageEvent) => {
    const { data } = User.safeParse(key === userKey ? localStorage.readJson(userKey) : null);
    if (data) session.renew(data);
  };
  addEventListener('storage', takeOver);
  const stops = [
    socket.on('dismissed', () => {
      renewed = 0;
      void renew();
    }),
    socket.on('connect', () => {
      if (hasConnected) renewed = 0;
      hasConnected = true;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    removeEventListener('pageshow', comeBack);
    removeEventListener('storage', takeOver);
    for (const sign of signsOfUse) document.removeEventListener(sign, listen, { capture: true });
  };
}
