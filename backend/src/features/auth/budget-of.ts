import type { ExecutionContext } from '@nestjs/common';
import { type BudgetName, budgetOfRoute } from '@studio/contract/budgets';
import type { Route } from '@studio/contract/route';
import { type RouteName, routes } from '@studio/contract/routes';
import { routeOf } from '../../common/endpoint.js';

const budgetByRoute = new Map<Route | undefined, BudgetName>(
  (Object.keys(routes) as RouteName[]).map((name) => [routes[name], budgetOfRoute[name]]),
);

/** The budget of the route, or of the event, that a handler was declared for; null where its point was taken on arrival. */
export function budgetOf(context: ExecutionContext): BudgetName | null {
  if (context.getType() !== 'http') return 'socketEvent';
  const budget = budgetByRoute.get(routeOf(context.getHandler()));
  return budget === undefined || budget === 'probe' ? null : budget;
}
