import { embedGone, embedPath, embedStatusPath, linkEmbedPath } from '@studio/contract/embed';
import type {
  ClientToServerEvents,
  LinkWatchAck,
  ServerToClientEvents,
  WatchAck,
} from '@studio/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { watchFrame } from './watch-frame';

/**
 * Ends an open embed when its project is taken down, deleted or may no longer be embedded, when its version is
 * withdrawn, and, for an embed by link, when the link is revoked or expires. It listens on a socket, or polls without
 * one (ADR 21). Also watches the frame. Fetched once the project has painted, or is late.
 */
watchFrame();

const [, kind, key = ''] = location.pathname.split('/');
/** The secret of the link that opened the embed; null without a link. */
const secret = kind === 's' ? key : null;
const [id = '', rev] = key.split('@');
const status = embedStatusPath(secret === null ? embedPath(key) : linkEmbedPath(secret));
let expiry: ReturnType<typeof setTimeout> | undefined;
let repetition: ReturnType<typeof setTimeout> | undefined;
let isWatched = false;
/** Whether the embed was still allowed after its watch was accepted: only then no end can have been missed. */
let isChecked = false;
let isChecking = false;
let failures = 0;
/** The status is not read again before then, by `performance.now()`. */
let earliestCheck = 0;
/** The longest delay of a timer, in ms; a link that is valid for longer is checked again then. */
const maxTimeoutMs = 2_147_483_647;
/** Spreads the reconnections after a server's restart over 5 s, later attempts over more. */
const reconnection = { reconnectionDelay: 2_500, reconnectionDelayMax: 30_000, randomizationFactor: 1 };
/** In ms: how long after a refusal a watch, or a connection, is asked for again, at least. */
const refusalDelayMs = 5_000;
/** In ms: how often the status is read without a socket. */
const pollIntervalMs = secret === null ? 15_000 : 1_000;
/** In ms: how long to wait after failures, at most, unless the server asks for more. */
const maxWaitMs = 30_000;
/** In ms: a request without a response is given up. */
const responseDeadlineMs = 10_000;

function end(): void {
  const [main, title, text] = ['main', 'h1', 'p'].map((name) => document.createElement(name));
  if (!main || !title || !text) return;
  title.textContent = document.title = embedGone.title;
  text.textContent = embedGone.text;
  main.className = 'state';
  main.append(title, text);
  document.body.replaceChildren(main);
  clearInterval(polling);
  clearTimeout(repetition);
  socket?.disconnect();
}

/** Without a response the project stays, until the studio says that it is gone. */
async function checkStatus(): Promise<void> {
  if (isChecking || performance.now() < earliestCheck) return;
  isChecking = true;
  const wasFollowed = isFollowed();
  const signal = AbortSignal.timeout(responseDeadlineMs);
  const response = await fetch(status, { credentials: 'omit', cache: 'no-store', signal }).catch(() => null);
  const text = await response?.text().catch(() => '');
  isChecking = false;
  // A proxy that finds no studio answers 404, too, and some proxies replace the text of errors.
  if (text === embedGone.title || response?.status === 410) return end();
  if (response?.ok) {
    isChecked = wasFollowed;
    failures = 0;
    return;
  }
  failures += 1;
  const asked = Number(response?.headers.get('Retry-After')) * 1_000 || 0;
  earliestCheck = performance.now() + Math.max(asked, Math.min(pollIntervalMs * 2 ** failures, maxWaitMs));
}

/** Whether the socket tells when the embed ends. */
function isFollowed(): boolean {
  return Boolean(socket?.connected && isWatched);
}

function watch(): void {
  if (!socket?.connected) return;
  if (secret === null) socket.emit('project:watch', { projectId: id }, applyWatch);
  else socket.emit('link:watch', { secret }, applyLinkWatch);
}

/** A refusal may be temporary: the watch is asked for again, and the status polled until it is accepted. */
function applyWatch({ ok }: WatchAck | LinkWatchAck): void {
  isWatched = ok;
  isChecked = false;
  void checkStatus();
  if (ok) clearTimeout(repetition);
  else repeatLater(watch);
}

function repeatLater(request: () => void): void {
  clearTimeout(repetition);
  repetition = setTimeout(request, refusalDelayMs * (1 + Math.random()));
}

function applyLinkWatch(result: LinkWatchAck): void {
  applyWatch(result);
  if (!result.ok) return;
  clearTimeout(expiry);
  const { expiresIn } = result;
  // The link expires then even if the server cannot be reached.
  if (expiresIn)
    expiry = expiresIn > maxTimeoutMs ? setTimeout(watch, maxTimeoutMs) : setTimeout(end, expiresIn);
}

function poll(): void {
  if (!(isFollowed() && isChecked) && !document.hidden) void checkStatus();
}

// A page framed without an origin, as in forums, is refused by the sockets, so it polls.
const socket: Socket<ServerToClientEvents, ClientToServerEvents> | null =
  origin === 'null' ? null : io({ ...reconnection, transports: ['websocket'] });
socket?.on('connect', watch);
// After that socket.io does not connect again by itself. The server closes connections that it cannot check just now.
socket?.on('disconnect', (reason) => {
  if (reason === 'io server disconnect') repeatLater(() => socket.connect());
});
socket?.on('link:ended', end);
socket?.on('project:removed', ({ projectId }) => {
  if (projectId === id) end();
});
socket?.on('version:withdrawn', (withdrawn) => {
  if (withdrawn.projectId === id && String(withdrawn.rev) === rev) end();
});
const polling = setInterval(poll, pollIntervalMs);
document.addEventListener('visibilitychange', poll);
