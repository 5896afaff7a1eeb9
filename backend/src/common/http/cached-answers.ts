import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { PinoLogger } from 'nestjs-pino';
import { clientAddress, type IsTrustedProxy } from './caller.js';
import { hasBody } from './request-body.js';
import { logCall, noteRoute } from './request-log.js';
import { assignRequestId } from './request-middleware.js';
import type { MakeTag, RepeatedText } from './text-replies.js';

/** An answer that is in memory. */
export interface CachedAnswer {
  /** The pattern of its route, for log and metrics. */
  route: string;
  text: RepeatedText;
  contentType: string;
  /** Takes what it costs from a budget; false where nothing is left, and the usual way refuses the request. */
  takePoint(): boolean;
  /** Sets its other headers, but those that follow from the text. */
  setHeaders(response: ServerResponse): unknown;
}

/** Finds the answer to a request without account and body, which comes from this address; null if there is none. */
export type FindCachedAnswer = (request: IncomingMessage, address: string) => Promise<CachedAnswer> | null;

export interface CachedAnswers {
  finders: readonly FindCachedAnswer[];
  isTrusted: IsTrustedProxy;
  makeTag: MakeTag;
  /** Called with each request that is in the cache, whoever answers it in the end; it arrived at `began`. */
  onFound(request: IncomingMessage, response: ServerResponse, began: number): void;
}

/**
 * Answers reads from memory before any listener that the server has so far: what the framework does for a request takes
 * longer than such an answer (ADR 15). Only what is the same for everybody, and only in the simplest form of the request;
 * every other one, and whatever fails here, is for those listeners.
 */
export function answerFromCache(server: Server, answers: CachedAnswers): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    const began = performance.now();
    const passOn = () => {
      for (const handle of handlers) handle.call(server, request, response);
    };
    const found = isAnonymousRead(request) ? find(request, answers) : null;
    if (found === null) {
      passOn();
      return;
    }
    answers.onFound(request, response, began);
    found.then((answer) => send(request, response, answer, began, answers) || passOn(), passOn);
  });
}

function isAnonymousRead(request: IncomingMessage): boolean {
  return request.method === 'GET' && request.headers.authorization === undefined && !hasBody(request);
}

function find(request: IncomingMessage, { finders, isTrusted }: CachedAnswers) {
  const address = clientAddress(request, isTrusted);
  for (const finder of finders) {
    const found = finder(request, address);
    if (found !== null) return found;
  }
  return null;
}

/** @returns false where the request wants the answer in another form than is at hand, or may have none now. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { route, text, contentType, takePoint, setHeaders }: CachedAnswer,
  began: number,
  { isTrusted, makeTag }: CachedAnswers,
): boolean {
  // The client has gone while its view was counted.
  if (response.closed) return true;
  if (!text.suits(request, makeTag) || !takePoint()) return false;
  noteRoute(request, route);
  assignRequestId(request, response, isTrusted);
  logCall(request, response, began);
  try {
    setHeaders(response);
    text.send(request, response, contentType, makeTag);
  } catch (error) {
    PinoLogger.root.error({ err: error }, 'A cached answer could not be sent');
    response.destroy();
  }
  return true;
}
