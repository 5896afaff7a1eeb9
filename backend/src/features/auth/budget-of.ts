import type { ExecutionContext } from '@nestjs/common';
import { type BudgetName, budgetOfRoute } from '@studio/contract/budgets';
import type { Route } from '@studio/contract/route';
import { type RouteName, routes } from '@studio/contract/routes';
import { routeOf } from '../../common/endpoint.js';

const budgetByRoute = new Map<Route | undefined, BudgetName | null>(
  (Object.keys(routes) as RouteName[]).map((name) => [routes[name], budgetOfRoute[name]]),
);

/** The budget of the route, or of the event, that a handler was declared for; null where it is never refused. */
export function budgetOf(context: ExecutionContext): BudgetName | null {
  if (context.getType() !== 'http') return 'socketEvent';
  return budgetByRoute.get(routeOf(context.getHandler())) ?? null;
}
