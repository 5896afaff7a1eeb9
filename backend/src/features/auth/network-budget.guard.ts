import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { networkOf } from '../../common/client-address.js';
import { Budgets } from '../budgets/budgets.service.js';
import { budgetOf } from './budget-of.js';

/** Counts every call for the network that it comes from, before anybody is looked up. */
@Injectable()
export class NetworkBudgetGuard implements CanActivate {
  constructor(private readonly budgets: Budgets) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http' || budgetOf(context) === null) return true;
    const { ip = 'unknown' } = context.switchToHttp().getRequest<Request>();
    this.budgets.spend('network', networkOf(ip));
    return true;
  }
}
