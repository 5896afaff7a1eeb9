import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type BudgetName, budgetOfRoute } from '@studio/contract/budgets';
import type { Route } from '@studio/contract/route';
import { type RouteName, routes } from '@studio/contract/routes';
import type { Request, Response } from 'express';
import type { Caller } from '../../common/http/caller.js';
import { networkOf } from '../../common/http/caller.js';
import { routeOf } from '../../common/http/endpoint.js';
import { responseBytes } from '../../common/slow-clients/request-progress.js';
import { BudgetsService } from './budgets.service.js';

/** The part of a socket that identifies the caller. */
export interface AskingSocket {
  data: { caller: Caller | null; network: string };
}

/**
 * Charges calls, with the length of their responses, and socket events to the budget of the account, or of the network
 * without one. Events take another point of the network, as calls have done when they arrived.
 */
@Injectable()
export class CallerBudgetGuard implements CanActivate {
  constructor(private readonly budgets: BudgetsService) {}

  canActivate(context: ExecutionContext): boolean {
    const budget = budgetOf(context);
    if (budget === null) return true;
    const identity = identityOf(context);
    if (context.getType() !== 'http') this.budgets.consume('network', networkOfSocket(context));
    this.budgets.consume(budget, identity);
    if (context.getType() === 'http') this.#chargeResponse(budget, identity, context);
    return true;
  }

  /**
   * Charges the length of a response beyond that of the request, which is known only after it was sent. Not to the
   * budget of a day, which is small enough.
   */
  #chargeResponse(budget: BudgetName, identity: string, context: ExecutionContext): void {
    if (budget === 'create') return;
    const response = context.switchToHttp().getResponse<Response>();
    response.once('close', () => {
      const bytes = responseBytes(response) - bytesSent(response.req);
      this.budgets.chargeBytes(budget, identity, bytes);
    });
  }
}

/** The length of a body that has arrived; 0 if its client did not announce it. */
function bytesSent({ complete, headers }: Request): number {
  return complete ? Number(headers['content-length'] ?? 0) : 0;
}

function networkOfSocket(context: ExecutionContext): string {
  return context.switchToWs().getClient<AskingSocket>().data.network;
}

function identityOf(context: ExecutionContext): string {
  if (context.getType() !== 'http') {
    const { caller, network } = context.switchToWs().getClient<AskingSocket>().data;
    return caller?.userId ?? network;
  }
  const { user, ip = 'unknown' } = context.switchToHttp().getRequest<Request & { user?: Caller }>();
  return user?.userId ?? networkOf(ip);
}

const budgetByRoute = new Map<Route | undefined, BudgetName>(
  (Object.keys(routes) as RouteName[]).map((name) => [routes[name], budgetOfRoute[name]]),
);

/** The budget of a handler's route or event; null where the point was taken when the request arrived. */
export function budgetOf(context: ExecutionContext): BudgetName | null {
  if (context.getType() !== 'http') return 'socketEvent';
  const budget = budgetByRoute.get(routeOf(context.getHandler()));
  return budget === undefined || budget === 'probe' ? null : budget;
}
