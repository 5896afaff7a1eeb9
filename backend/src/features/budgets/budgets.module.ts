import { Module } from '@nestjs/common';
import { Budgets } from './budgets.service.js';

@Module({ providers: [Budgets], exports: [Budgets] })
export class BudgetsModule {}
