import { randomUUID } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { routes } from '@studio/contract/routes';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApiError, tooManyConcurrent } from '../../common/errors/api-error.js';
import { FairWork } from '../../common/fair-work.js';
import { networkOf } from '../../common/http/caller.js';
import { routeOf } from '../../common/http/endpoint.js';
import { type AskingSocket, budgetOf } from './caller-budget.guard.js';

/** How many lists are read at once: the database has ten connections, of which a list may use two. */
export const maxConcurrentLists = 4;
/** The same for one network. */
export const listsPerNetwork = 2;
/** How many lists may wait, for one network and in all. */
const limits = { perOwner: 200, total: 1_000 };

/**
 * Reads lists in turns for the networks that ask for them. A search, a page far back or a large tree of forks takes the
 * database up to a hundred times as long as an ordinary page, and a socket may ask for a hundred projects a hundred times
 * a second: the budget alone would let one network occupy all connections (ADR 31).
 */
@Injectable()
export class FairListsInterceptor implements NestInterceptor {
  readonly #work = new FairWork({
    limits,
    maxConcurrent: maxConcurrentLists,
    maxConcurrentPerOwner: listsPerNetwork,
    refusal: tooManyConcurrent,
  });

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reader = context.getType() === 'http' ? listReader(context) : listWatcher(context);
    if (reader === null) return next.handle();
    const read = async () => {
      if (reader.isGone()) throw new ApiError(400, 'bad_request', 'The client has disconnected.');
      return lastValueFrom<unknown>(next.handle());
    };
    return from(this.#work.run(randomUUID(), reader.network, read));
  }
}

/** The client that waits for a list. */
interface Reader {
  network: string;
  isGone(): boolean;
}

/** Null if the call is for no list. Packages are not in the database, and have queues of their own. */
function listReader(context: ExecutionContext): Reader | null {
  const route = routeOf(context.getHandler());
  if (budgetOf(context) !== 'list' || route === routes.searchPackages || route === routes.resolvePackages)
    return null;
  const http = context.switchToHttp();
  const { ip = 'unknown' } = http.getRequest<Request>();
  const response = http.getResponse<Response>();
  return { network: networkOf(ip), isGone: () => response.closed };
}

/** Null if the event is not for a list of a hundred projects. */
function listWatcher(context: ExecutionContext): Reader | null {
  const events = context.switchToWs();
  if (events.getPattern() !== 'browse:watch') return null;
  const socket = events.getClient<AskingSocket & { connected: boolean }>();
  return { network: socket.data.network, isGone: () => !socket.connected };
}
