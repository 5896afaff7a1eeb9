import { randomUUID } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { routes } from '@studio/contract/routes';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApiError, tooManyConcurrent } from '../../common/errors/api-error.js';
import { FairWork } from '../../common/fair-work.js';
import { networkOf } from '../../common/http/caller.js';
import { routeOf } from '../../common/http/endpoint.js';
import { budgetOf } from './caller-budget.guard.js';

/** How many lists are read at once: the database has ten connections, of which a list may use two. */
export const maxConcurrentLists = 4;
/** The same for one network. */
export const listsPerNetwork = 2;
/** How many lists may wait, for one network and in all. */
const limits = { perOwner: 200, total: 1_000 };

/**
 * Reads lists in turns for the networks that ask for them. A search, a page far back or a large tree of forks takes the
 * database up to a hundred times as long as an ordinary page: the budget alone would let one network occupy all
 * connections (ADR 31).
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
    if (!readsList(context)) return next.handle();
    const http = context.switchToHttp();
    const { ip = 'unknown' } = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const read = async () => {
      if (response.closed) throw new ApiError(400, 'bad_request', 'The client has disconnected.');
      return lastValueFrom<unknown>(next.handle());
    };
    return from(this.#work.run(randomUUID(), networkOf(ip), read));
  }
}

/** Packages are not in the database, and have queues of their own. */
function readsList(context: ExecutionContext): boolean {
  const route = routeOf(context.getHandler());
  return budgetOf(context) === 'list' && route !== routes.searchPackages && route !== routes.resolvePackages;
}
