import { embedGone } from '@studio/contract/embed';
import { io } from 'socket.io-client';
import { watchFrame } from './watch-frame';

/**
 * Ends an open embed when its project is taken down, deleted, or may no longer be embedded, or its version is withdrawn: told by a socket, else by
 * asking now and then (ADR 21); and where a link opened it, when that is revoked or expires. Watches its frame. Fetched once the
 * project has run, or is late.
 */
watchFrame();

const [, kind, key = ''] = location.pathname.split('/');
/** Of the link that opened it, if one did. */
const secret = kind === 's' ? key : null;
const [id, rev] = key.split('@');
const status = secret === null ? `/embed/${key}/status` : `/s/${secret}/embed/status`;
let expiry: ReturnType<typeof setTimeout> | undefined;
/** What a timer can wait, in milliseconds: a link that lives longer is asked for again after a gap or a visit. */
const longestTimeout = 2_147_483_647;
/** After a restart everybody comes back: spread over 5 s, and each next time over more. */
const reconnection = { reconnectionDelay: 2_500, reconnectionDelayMax: 30_000, randomizationFactor: 1 };

function end(): void {
  const [main, title, text] = ['main', 'h1', 'p'].map((name) => document.createElement(name));
  if (!main || !title || !text) return;
  title.textContent = document.title = embedGone.title;
  text.textContent = embedGone.text;
  main.className = 'state';
  main.append(title, text);
  document.body.replaceChildren(main);
  clearInterval(asking);
  socket?.disconnect();
}

async function ask(): Promise<void> {
  // While nobody can be asked, nothing is known: the project stays until somebody says otherwise.
  const answer = await fetch(status, { credentials: 'omit', cache: 'no-store' }).catch(() => null);
  if (answer?.status === 404 || answer?.status === 410) end();
}

function askWhereUntold(): void {
  if (!socket?.connected && !document.hidden) void ask();
}

// A page that is framed without an origin of its own, as forums do, is no page of the studio's to the sockets.
const socket = origin === 'null' ? null : io({ ...reconnection, transports: ['websocket'] });
socket?.on('connect', () => {
  if (secret === null) socket.emit('project:watch', { projectId: id }, () => void ask());
  else
    socket.emit('link:watch', { secret }, ({ expiresIn }: { expiresIn?: number | null }) => {
      void ask();
      clearTimeout(expiry);
      // It is over then, whether or not anybody can be asked.
      if (expiresIn && expiresIn <= longestTimeout) expiry = setTimeout(end, expiresIn);
    });
});
socket?.on('link:ended', end);
socket?.on('project:removed', ({ projectId }: { projectId: string }) => {
  if (projectId === id) end();
});
socket?.on('version:withdrawn', (withdrawn: { projectId: string; rev: number }) => {
  if (withdrawn.projectId === id && String(withdrawn.rev) === rev) end();
});
const asking = setInterval(askWhereUntold, secret === null ? 15_000 : 1_000);
document.addEventListener('visibilitychange', askWhereUntold);
