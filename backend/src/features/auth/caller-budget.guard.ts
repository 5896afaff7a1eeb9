import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../common/caller.js';
import { networkOf } from '../../common/client-address.js';
import { Budgets } from '../budgets/budgets.service.js';
import { budgetOf } from './budget-of.js';

/** Who asks, as a socket remembers it. */
interface AskingSocket {
  data: { caller: Caller | null; network: string };
}

/** Counts calls and events by their class for the account that makes them, or for the network where nobody is signed in. */
@Injectable()
export class CallerBudgetGuard implements CanActivate {
  constructor(private readonly budgets: Budgets) {}

  canActivate(context: ExecutionContext): boolean {
    const budget = budgetOf(context);
    if (budget !== null) this.budgets.spend(budget, identityOf(context));
    return true;
  }
}

function identityOf(context: ExecutionContext): string {
  if (context.getType() !== 'http') {
    const { caller, network } = context.switchToWs().getClient<AskingSocket>().data;
    return caller?.userId ?? network;
  }
  const { user, ip = 'unknown' } = context.switchToHttp().getRequest<Request & { user?: Caller }>();
  return user?.userId ?? networkOf(ip);
}
